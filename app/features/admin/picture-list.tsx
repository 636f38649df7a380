import { type DragEvent, useRef, useState } from 'react'
import { errorMessage } from '#app/lib/api.ts'
import { Icon } from '#app/ui/icons.tsx'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Outline } from '#modules/catalog/outline.ts'
import type { Focus } from '#modules/media/crop.ts'
import { type Picture, pictureUrl } from '#modules/media/picture.ts'
import { CropDialog, canCrop } from './crop-picture.tsx'
import { DropZone } from './drop-zone.tsx'
import { ListTool, moveItem } from './list-tool.tsx'
import { OutlineDialog } from './outline-dialog.tsx'
import { uploadPicture } from './upload-picture.ts'

type Item = { pictureId: number; alt: string; outline: Outline | null; picture: Picture }
type Props = {
  items: Item[]
  maxItems: number
  error: string | undefined
  /** The longest dimension of the product, in millimeters. */
  longestMm: number | undefined
  /** Takes an updater, because uploads finish while the list is being reordered. */
  onChange: (change: (items: Item[]) => Item[]) => void
}

const replaceItem = (items: Item[], pictureId: number, by: Item) =>
  items.map((each) => (each.pictureId === pictureId ? { ...by, alt: each.alt } : each))

/** Without the original file, which is only here until the page is left, the largest stored picture is cropped. */
async function sourceOf({ picture: { hash, widths } }: Item, originals: Map<number, Blob>, pictureId: number) {
  const original = originals.get(pictureId)
  if (original) return original
  return (await fetch(pictureUrl(hash, widths.at(-1) ?? 0, 'webp'))).blob()
}

/** Sortable list of pictures with alt texts: drag and drop or buttons change the order. */
export function PictureList({ items, maxItems, error, longestMm, onChange }: Props) {
  const [uploading, setUploading] = useState(0)
  const [failures, setFailures] = useState<string[]>([])
  const [draggedIndex, setDraggedIndex] = useState<number>()
  const [cropped, setCropped] = useState<Item>()
  const [outlined, setOutlined] = useState<Item>()
  const originals = useRef(new Map<number, Blob>())

  const add = async (files: File[]) => {
    setFailures([])
    setUploading((count) => count + files.length)
    for (const file of files) {
      try {
        const uploaded = await uploadPicture(file)
        originals.current.set(uploaded.pictureId, file)
        onChange((now) => (now.length < maxItems ? [...now, { ...uploaded, alt: '', outline: null }] : now))
      } catch (failure) {
        const message = errorMessage(failure, 'The picture could not be uploaded. Please try again.')
        setFailures((now) => [...now, `${file.name}: ${message}`])
      }
      setUploading((count) => count - 1)
    }
  }

  const crop = async (item: Item, focus: Focus) => {
    setFailures([])
    try {
      const uploaded = {
        ...(await uploadPicture(await sourceOf(item, originals.current, item.pictureId), focus)),
        alt: '',
        outline: null,
      }
      onChange((now) => replaceItem(now, item.pictureId, uploaded))
      const undo = () => onChange((now) => replaceItem(now, uploaded.pictureId, item))
      toast('Picture cropped', 'success', { action: { label: 'Undo', run: undo } })
    } catch (failure) {
      setFailures([errorMessage(failure, 'The picture could not be cropped. Please try again.')])
    }
  }

  const dropOn = (index: number) => (event: DragEvent) => {
    if (draggedIndex === undefined) return
    event.preventDefault()
    onChange((now) => moveItem(now, draggedIndex, index))
    setDraggedIndex(undefined)
  }

  return (
    <>
      <ul className="picture-strip" aria-label="Pictures">
        {items.map((item, index) => (
          <li
            key={item.pictureId}
            draggable
            className={`cursor-grab ${draggedIndex === index ? 'opacity-40' : ''}`}
            onDragStart={() => setDraggedIndex(index)}
            onDragEnd={() => setDraggedIndex(undefined)}
            onDragOver={(event) => draggedIndex !== undefined && event.preventDefault()}
            onDrop={dropOn(index)}
          >
            <div className="card-tile">
              <TilePicture picture={item.picture} sizes="160px" decorative />
              <span className="absolute bottom-0 left-0 bg-snow px-2 py-1 text-note tabular-nums">
                {index === 0 ? 'Main' : index + 1}
              </span>
            </div>
            <input
              type="text"
              className="input border-t-0"
              aria-label={`Alt text of picture ${index + 1}`}
              placeholder="Alt text"
              value={item.alt}
              maxLength={300}
              onChange={({ currentTarget: { value } }) =>
                onChange((now) => now.map((each) => (each === item ? { ...each, alt: value } : each)))
              }
            />
            <div className="flex justify-between">
              <ListTool
                icon="left"
                label={`Move picture ${index + 1} forward`}
                isDisabled={index === 0}
                onClick={() => onChange((now) => moveItem(now, index, index - 1))}
              />
              <ListTool
                icon="right"
                label={`Move picture ${index + 1} back`}
                isDisabled={index === items.length - 1}
                onClick={() => onChange((now) => moveItem(now, index, index + 1))}
              />
              <ListTool
                icon="close"
                label={`Remove picture ${index + 1}`}
                onClick={() => onChange((now) => now.toSpliced(index, 1))}
              />
            </div>
            {canCrop(item.picture) && (
              <button
                type="button"
                className="btn-text w-full"
                aria-label={`Crop picture ${index + 1}`}
                onClick={() => setCropped(item)}
              >
                <span>Crop to 4:5</span>
              </button>
            )}
            <button
              type="button"
              className="btn-text w-full"
              aria-label={`${item.outline ? 'Change' : 'Mark'} the outline of picture ${index + 1}`}
              onClick={() => setOutlined(item)}
            >
              <span>{item.outline ? 'Change the outline' : 'Mark the outline'}</span>
            </button>
          </li>
        ))}
        {Array.from({ length: uploading }, (_, index) => `uploading ${index}`).map((key) => (
          <li key={key} aria-hidden="true">
            <div className="card-tile skeleton" />
          </li>
        ))}
      </ul>
      {items.length < maxItems && (
        <DropZone label="Add pictures" multiple hasCamera busy={uploading > 0} onFiles={add}>
          The first picture is the main picture; the second shows on hover.
        </DropZone>
      )}
      <PictureErrors messages={error ? [error, ...failures] : failures} />
      {cropped && (
        <CropDialog
          key={cropped.pictureId}
          picture={cropped.picture}
          isOpen
          onClose={() => setCropped(undefined)}
          onCrop={(focus) => crop(cropped, focus)}
        />
      )}
      {outlined && (
        <OutlineDialog
          picture={outlined.picture}
          number={items.findIndex(({ pictureId }) => pictureId === outlined.pictureId) + 1}
          outline={outlined.outline}
          longestMm={longestMm}
          onClose={() => setOutlined(undefined)}
          onSave={(outline) =>
            onChange((now) => now.map((each) => (each.pictureId === outlined.pictureId ? { ...each, outline } : each)))
          }
        />
      )}
    </>
  )
}

/** They stay until the next picture is chosen. */
export function PictureErrors({ messages }: { messages: string[] }) {
  return (
    <div role="alert">
      {messages.map((message) => (
        <p key={message} className="field-message is-error">
          <Icon name="alert" className="ico size-4 shrink-0" />
          {message}
        </p>
      ))}
    </div>
  )
}
