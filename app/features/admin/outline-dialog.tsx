import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { type Outline, outlineRatio } from '#modules/catalog/outline.ts'
import type { Picture as PictureData } from '#modules/media/picture.ts'
import { type OutlineBox, usualBox } from './outline-box.ts'
import { OutlineEditor } from './outline-editor.tsx'
import { numberOrZero } from './typed-values.ts'

const sides = { width: 'wide', height: 'high' } as const
type Side = keyof typeof sides

type Props = {
  picture: PictureData
  /** Of the picture in the list. */
  number: number
  outline: Outline | null
  /** The longest dimension of the product, in millimeters. */
  longestMm: number | undefined
  onClose: () => void
  onSave: (outline: Outline | null) => void
}

/** Asks where the product is in a picture and how long it is there. */
export function OutlineDialog({ picture, number, outline, longestMm, onClose, onSave }: Props) {
  const [box, setBox] = useState<OutlineBox>(() => (outline ? boxOf(outline) : usualBox))
  const [chosenSide, setSide] = useState<Side>()
  const [typed, setTyped] = useState<string>()
  const [hasError, setError] = useState(false)
  const ratio = outlineRatio(box, picture)
  const side = chosenSide ?? (ratio > 1 ? 'height' : 'width')
  const text = typed ?? initialLength(outline, longestMm, picture)
  const length = numberOrZero(text)
  const isValid = length >= 0.1 && length <= 100_000

  const save = () => {
    setError(!isValid)
    if (!isValid) return
    onSave({ ...box, widthMm: Math.round((side === 'width' ? length : length / ratio) * 100) / 100 })
    onClose()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim z-52" />
        <Dialog.Popup className="modal grid max-h-[calc(100dvh-2rem)] w-[min(calc(100%-1.5rem),62rem)] gap-6 overflow-y-auto p-5 sm:p-8 lg:grid-cols-[auto_minmax(0,1fr)]">
          <div className="order-2 flex justify-center lg:order-1">
            <OutlineEditor picture={picture} box={box} onChange={setBox} />
          </div>
          <div className="contents lg:order-2 lg:block">
            <div className="order-1 flex items-start justify-between gap-4">
              <Dialog.Title className="t-h3">Outline of picture {number}</Dialog.Title>
              <Dialog.Close className="icon-btn -mt-1 -mr-3 flex-none" aria-label="Close">
                <Icon name="close" />
              </Dialog.Close>
            </div>
            <div className="order-3">
              <p className="m-0 mb-4 text-granite lg:mt-3">
                Drag the box to the edges of the product, without its shadow. The shop then shows it at its true size.
                With the keyboard, arrow keys move the box or the chosen corner, Shift and an arrow key resize the box.
              </p>
              <div className="grid grid-cols-2 gap-4">
                <Field
                  label="The box is (mm)"
                  name="length"
                  inputMode="decimal"
                  value={text}
                  error={hasError && !isValid ? 'Please enter a length of 0.1 mm or more.' : undefined}
                  onChange={({ currentTarget }) => setTyped(currentTarget.value)}
                />
                <SelectField
                  label="Measured"
                  name="side"
                  value={side}
                  options={[
                    ['width', sides.width],
                    ['height', sides.height],
                  ]}
                  onSelect={(chosen) => setSide(chosen === 'height' ? 'height' : 'width')}
                />
              </div>
              <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
                <Button onClick={save}>Mark outline</Button>
                {outline && (
                  <button
                    type="button"
                    className="btn-text"
                    onClick={() => {
                      onSave(null)
                      onClose()
                    }}
                  >
                    <span>Remove outline</span>
                  </button>
                )}
              </div>
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const boxOf = ({ widthMm: _, ...box }: Outline): OutlineBox => box

/** The longer side of the box has the longest dimension of the product. */
function initialLength(outline: Outline | null, longestMm: number | undefined, picture: PictureData): string {
  const length = outline ? outline.widthMm * Math.max(1, outlineRatio(outline, picture)) : longestMm
  return length === undefined ? '' : String(Math.round(length * 10) / 10)
}
