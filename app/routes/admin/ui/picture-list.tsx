import { type DragEvent, useState } from 'react'
import { errorMessage } from '#app/lib/api.ts'
import { Icon } from '#app/ui/icons.tsx'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Picture } from '#modules/media/picture.ts'
import { DropZone } from './drop-zone.tsx'
import { sendPicture } from './uploads.ts'

type Item = { pictureId: number; alt: string; picture: Picture }
type Props = {
  items: Item[]
  most: number
  error: string | undefined
  /** With what was there before it, because pictures arrive while others are being moved. */
  onChange: (change: (items: Item[]) => Item[]) => void
}

function moved<It>(items: It[], from: number, to: number): It[] {
  const [item] = items.slice(from, from + 1)
  const rest = items.toSpliced(from, 1)
  return item === undefined || to < 0 || to > rest.length ? items : rest.toSpliced(to, 0, item)
}

/** Pictures in their order: dropped in, dragged about or moved by buttons, each with its words. */
export function PictureList({ items, most, error, onChange }: Props) {
  const [coming, setComing] = useState(0)
  const [dragged, setDragged] = useState<number>()

  const add = async (files: File[]) => {
    setComing((count) => count + files.length)
    for (const file of files) {
      try {
        const taken = await sendPicture(file)
        onChange((now) => (now.length < most ? [...now, { ...taken, alt: '' }] : now))
      } catch (failure) {
        toast(`${file.name}: ${errorMessage(failure, 'It could not be sent.')}`, 'error')
      }
      setComing((count) => count - 1)
    }
  }

  const dropOn = (index: number) => (event: DragEvent) => {
    if (dragged === undefined) return
    event.preventDefault()
    onChange((now) => moved(now, dragged, index))
    setDragged(undefined)
  }

  return (
    <>
      <ul className="picture-list" aria-label="Pictures">
        {items.map((item, index) => (
          <li
            key={item.pictureId}
            draggable
            data-dragged={dragged === index || undefined}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={dropOn(index)}
          >
            <div className="card-tile">
              <TilePicture picture={item.picture} sizes="160px" decorative />
              <span className="picture-place">{index === 0 ? 'First' : index + 1}</span>
            </div>
            <input
              type="text"
              className="input"
              aria-label={`What picture ${index + 1} shows`}
              placeholder="What it shows"
              value={item.alt}
              maxLength={300}
              onChange={({ currentTarget: { value } }) =>
                onChange((now) => now.map((each) => (each === item ? { ...each, alt: value } : each)))
              }
            />
            <div className="picture-tools">
              <Tool
                icon="left"
                label={`Move picture ${index + 1} forward`}
                off={index === 0}
                act={() => onChange((now) => moved(now, index, index - 1))}
              />
              <Tool
                icon="right"
                label={`Move picture ${index + 1} back`}
                off={index === items.length - 1}
                act={() => onChange((now) => moved(now, index, index + 1))}
              />
              <Tool
                icon="close"
                label={`Remove picture ${index + 1}`}
                act={() => onChange((now) => now.toSpliced(index, 1))}
              />
            </div>
          </li>
        ))}
        {Array.from({ length: coming }, (_, place) => `coming ${place}`).map((key) => (
          <li key={key} aria-hidden="true">
            <div className="card-tile skeleton" />
          </li>
        ))}
      </ul>
      {items.length < most && (
        <DropZone label="Add pictures" multiple busy={coming > 0} onFiles={add}>
          Drop them here, or choose files. The first one stands for the piece, the second shows when a mouse rests on
          it.
        </DropZone>
      )}
      <p className={error ? 'field-msg is-error' : 'sr-only'} aria-live="polite">
        {error}
      </p>
    </>
  )
}

type ToolProps = { icon: 'left' | 'right' | 'close'; label: string; off?: boolean; act: () => void }

function Tool({ icon, label, off = false, act }: ToolProps) {
  return (
    <button type="button" className="icon-btn" aria-label={label} disabled={off} onClick={act}>
      <Icon name={icon} />
    </button>
  )
}
