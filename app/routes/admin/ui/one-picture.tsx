import { errorMessage } from '#app/lib/api.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Picture } from '#app/ui/picture.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Picture as PictureData } from '#modules/media/picture.ts'
import { DropZone } from './drop-zone.tsx'
import { sendPicture, type Taken } from './uploads.ts'

type Props = { label: string; picture: PictureData | null; onChange: (taken: Taken | null) => void }

/** One picture, or none. */
export function OnePicture({ label, picture, onChange }: Props) {
  const [busy, run] = useBusy()
  const take = ([file]: File[]) =>
    run(async () => {
      if (!file) return
      try {
        onChange(await sendPicture(file))
      } catch (error) {
        toast(errorMessage(error, 'It could not be sent.'), 'error')
      }
    })
  return (
    <div className="one-picture">
      {picture && (
        <div>
          <Picture picture={picture} sizes="120px" decorative />
          <button type="button" className="btn-text" onClick={() => onChange(null)}>
            <span>
              Remove<span className="sr-only">: {label}</span>
            </span>
          </button>
        </div>
      )}
      <DropZone label={picture ? `Another: ${label}` : label} busy={busy} onFiles={take} />
    </div>
  )
}
