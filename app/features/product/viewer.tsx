import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, useRef } from 'react'
import { Icon } from '#app/ui/icons.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { StepButton } from '#app/ui/step-button.tsx'
import type { Picture as PictureData } from '#modules/media/picture.ts'
import { usePinchZoom } from './pinch-zoom.ts'

type Props = {
  open: boolean
  pictures: PictureData[]
  name: string
  index: number
  onMove: (to: number) => void
  onClose: () => void
}

const zoomStep = 1.5

/** Full-screen view of the pictures. */
export default function Viewer({ open, onClose, ...rest }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <ViewerContent {...rest} />
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ViewerContent({ pictures, name, index, onMove }: Omit<Props, 'open' | 'onClose'>) {
  const stage = useRef<HTMLDivElement>(null)
  const { zoomed, zoomBy, reset, handlers } = usePinchZoom(stage, changePicture)
  const picture = pictures[index]

  function changePicture(step: 1 | -1) {
    if (!pictures[index + step]) return
    reset()
    onMove(index + step)
  }

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') changePicture(-1)
    else if (key === 'ArrowRight') changePicture(1)
    else if (key === '+' || key === '=') zoomBy(zoomStep)
    else if (key === '-') zoomBy(1 / zoomStep)
  }
  return (
    <Dialog.Popup
      className="fixed inset-0 z-60 grid grid-rows-[auto_minmax(0,1fr)_auto] bg-snow transition-opacity duration-(--duration-quick) ease-enter data-ending-style:opacity-0 data-starting-style:opacity-0"
      onKeyDown={onKeyDown}
    >
      <div className="flex items-center justify-between px-5 py-2">
        <Dialog.Title className="m-0 truncate text-note">{name}</Dialog.Title>
        <Dialog.Close className="icon-btn -mr-3" aria-label="Close">
          <Icon name="close" />
        </Dialog.Close>
      </div>
      <div
        ref={stage}
        className="relative cursor-zoom-in touch-none overflow-hidden data-zoomed:cursor-grab"
        data-zoomed={zoomed || undefined}
        {...handlers}
      >
        {picture && (
          <Picture
            key={picture.hash}
            picture={picture}
            sizes="100vw"
            eager
            className="absolute inset-0 size-full origin-top-left select-none object-contain [-webkit-user-drag:none]"
          />
        )}
      </div>
      <div className="flex items-center justify-center gap-2 py-2">
        <StepButton label="Previous picture" disabled={index === 0} onPress={() => changePicture(-1)}>
          <Icon name="left" />
        </StepButton>
        <StepButton label="Zoom out" disabled={!zoomed} onPress={() => zoomBy(1 / zoomStep)}>
          <span className="text-[1.25rem] leading-none">−</span>
        </StepButton>
        <p className="t-note m-0 w-16 text-center tabular-nums" aria-live="polite">
          {index + 1} of {pictures.length}
        </p>
        <StepButton label="Zoom in" onPress={() => zoomBy(zoomStep)}>
          <Icon name="plus" />
        </StepButton>
        <StepButton label="Next picture" disabled={index === pictures.length - 1} onPress={() => changePicture(1)}>
          <Icon name="right" />
        </StepButton>
      </div>
    </Dialog.Popup>
  )
}
