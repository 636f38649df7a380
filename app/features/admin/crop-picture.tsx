import { type PointerEvent, useState } from 'react'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { cropArea, type Focus } from '#modules/media/crop.ts'
import type { Picture as PictureData } from '#modules/media/picture.ts'

/** False if the picture has the ratio of the tiles already. */
export function canCrop({ width, height }: PictureData): boolean {
  const area = cropArea({ width, height }, { x: 0.5, y: 0.5 })
  return width - area.width > 1 || height - area.height > 1
}

type Props = {
  picture: PictureData
  isOpen: boolean
  onClose: () => void
  onCrop: (focus: Focus) => Promise<unknown>
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`

/** Asks which part of a picture stays when it is cropped to the ratio of the tiles. */
export function CropDialog({ picture, isOpen, onClose, onCrop }: Props) {
  const [focus, setFocus] = useState<Focus>({ x: 0.5, y: 0.5 })
  const [busy, run] = useBusy()
  const area = cropArea(picture, focus)
  const axis = area.width < picture.width ? 'x' : 'y'
  const point = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const within = (part: number) => Math.min(1, Math.max(0, part))
    setFocus({ x: within((clientX - box.left) / box.width), y: within((clientY - box.top) / box.height) })
  }
  const crop = () =>
    run(async () => {
      await onCrop(focus)
      onClose()
    })
  return (
    <ConfirmDialog title="Crop picture" open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogText className="m-0 mt-2 mb-4 text-granite">
        The product tiles are four parts wide and five parts high. Tap what matters, or move the slider.
      </DialogText>
      <div className="flex justify-center">
        <div
          className="relative touch-none cursor-crosshair overflow-hidden"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            point(event)
          }}
          onPointerMove={(event) => event.buttons > 0 && point(event)}
        >
          <Picture
            picture={picture}
            sizes="480px"
            className="block h-auto max-h-[45vh] w-auto max-w-full select-none"
            decorative
            eager
          />
          <span
            className="pointer-events-none absolute border-2 border-snow shadow-[0_0_0_100vmax_rgb(20_22_24/.55)]"
            style={{
              left: percent(area.left, picture.width),
              top: percent(area.top, picture.height),
              width: percent(area.width, picture.width),
              height: percent(area.height, picture.height),
            }}
          />
        </div>
      </div>
      <label className="mt-4 mb-6 block">
        <span className="field-label">{axis === 'x' ? 'From left to right' : 'From top to bottom'}</span>
        <input
          type="range"
          className="h-11 w-full accent-ink"
          min={0}
          max={100}
          value={Math.round(focus[axis] * 100)}
          onChange={({ currentTarget }) => setFocus({ ...focus, [axis]: Number(currentTarget.value) / 100 })}
        />
      </label>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Cropping..." onClick={crop}>
          Crop picture
        </Button>
        <DialogClose className="btn btn-line">Cancel</DialogClose>
      </div>
    </ConfirmDialog>
  )
}
