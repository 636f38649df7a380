import { useState } from 'react'
import { errorMessage } from '#app/lib/api.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { Picture as PictureData } from '#modules/media/picture.ts'
import { DropZone } from './drop-zone.tsx'
import { PictureErrors } from './picture-list.tsx'
import { type UploadedPicture, uploadPicture } from './upload-picture.ts'

type Props = {
  label: string
  picture: PictureData | null
  /** What the shop shows without a picture; width and height give its ratio. */
  defaultPicture?: { src: string | undefined; width: number; height: number }
  onChange: (uploaded: UploadedPicture | null) => void
}

export function PictureField({ label, picture, defaultPicture, onChange }: Props) {
  const [busy, run] = useBusy()
  const [failure, setFailure] = useState<string>()
  const upload = ([file]: File[]) =>
    run(async () => {
      if (!file) return
      setFailure(undefined)
      try {
        onChange(await uploadPicture(file))
      } catch (error) {
        setFailure(errorMessage(error, 'The picture could not be uploaded. Please try again.'))
      }
    })
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-start gap-4 in-[li]:mb-2 in-[li]:grid-cols-[4rem_minmax(0,1fr)]">
      {picture && (
        <div>
          <Picture picture={picture} sizes="120px" className="h-auto w-full bg-stage" decorative />
          <button type="button" className="btn-text" onClick={() => onChange(null)}>
            <span>
              Remove<span className="sr-only">: {label}</span>
            </span>
          </button>
        </div>
      )}
      {!picture && defaultPicture?.src && (
        <div>
          <img {...defaultPicture} alt="" className="h-auto w-full bg-stage" />
          <p className="t-note m-0 mt-1">Default picture</p>
        </div>
      )}
      <div className="only:col-span-full">
        <DropZone label={picture ? `Replace: ${label}` : label} busy={busy} onFiles={upload} />
        <PictureErrors messages={failure ? [failure] : []} />
      </div>
    </div>
  )
}
