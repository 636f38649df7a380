import { useState } from 'react'
import { DropZone } from '#app/features/admin/drop-zone.tsx'
import { PictureErrors } from '#app/features/admin/picture-list.tsx'
import { Turn } from '#app/features/product/turn.tsx'
import { Button } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { frameSize } from '#modules/media/turn.ts'
import type { DraftFrame } from './draft.ts'
import { useTurnUpload } from './use-turn-upload.ts'

type Props = {
  frames: DraftFrame[]
  name: string
  error: string | undefined
  onChange: (frames: DraftFrame[]) => void
}

const pictureOf = ({ hash }: DraftFrame) => ({ hash, ...frameSize, widths: [frameSize.width], color: '', alt: '' })

/** The pictures of a turn, from the front counterclockwise. */
export function TurnField({ frames, name, error, onChange }: Props) {
  const { busy, total, done, errors, add, retry } = useTurnUpload(onChange)
  return (
    <>
      {frames.length > 0 && (
        <>
          <div className="mb-4 grid items-start gap-5 sm:grid-cols-[15rem_minmax(0,1fr)]">
            <Stage key={frames.map(({ hash }) => hash).join()} frames={frames} name={name} />
            <div>
              <p className="t-note m-0 mb-2">
                Press the picture that shows the front. If the product turns against your hand, reverse the order.
              </p>
              <Order frames={frames} onChange={onChange} />
            </div>
          </div>
          <div className="mb-4 flex flex-wrap gap-x-6">
            <button type="button" className="btn-text" onClick={() => onChange(frames.toReversed())}>
              <span>Reverse the order</span>
            </button>
            <button type="button" className="btn-text" onClick={() => onChange([])}>
              <span>Remove turn</span>
            </button>
          </div>
        </>
      )}
      <DropZone label={frames.length > 0 ? 'Replace turn' : 'Add turn'} multiple busy={busy} onFiles={add}>
        All pictures at once; they are put in the order of their file names.
      </DropZone>
      {total > 0 && (
        <p className="t-note m-0 mt-3 tabular-nums" role="status">
          {done} of {total} pictures uploaded
        </p>
      )}
      <PictureErrors messages={error ? [error, ...errors] : errors} />
      {retry && (
        <Button look="line" className="mt-3" onClick={retry}>
          Try again
        </Button>
      )}
    </>
  )
}

function Stage({ frames, name }: Pick<Props, 'frames' | 'name'>) {
  const [isOn, setOn] = useState(false)
  const [front] = frames
  const turn = frames.map(({ hash }) => hash)
  return (
    <div className="relative aspect-tile overflow-hidden bg-stage">
      {front && <Picture picture={pictureOf(front)} sizes="15rem" decorative className="size-full object-cover" />}
      <Turn frames={turn} name={name || 'the product'} isOn={isOn} setOn={setOn} />
    </div>
  )
}

function Order({ frames, onChange }: Pick<Props, 'frames' | 'onChange'>) {
  const startAt = (index: number) => onChange([...frames.slice(index), ...frames.slice(0, index)])
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))] gap-1" aria-label="Pictures of the turn">
      {frames.map((frame, index) => (
        <li key={frame.pictureId}>
          <button
            type="button"
            className="relative block aspect-tile w-full bg-stage"
            aria-label={`Start at picture ${index + 1}`}
            onClick={() => startAt(index)}
          >
            <Picture picture={pictureOf(frame)} sizes="3.5rem" decorative className="size-full object-cover" />
            <span className="absolute bottom-0 left-0 bg-snow px-1.5 text-note tabular-nums">{index + 1}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
