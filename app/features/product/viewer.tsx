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
  at: number
  onMove: (to: number) => void
  onClose: () => void
}

const step = 1.5

/** One picture over the whole screen. */
export default function Viewer({ open, onClose, ...rest }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Screen {...rest} />
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Screen({ pictures, name, at, onMove }: Omit<Props, 'open' | 'onClose'>) {
  const stage = useRef<HTMLDivElement>(null)
  const { zoomed, zoomBy, reset, handlers } = usePinchZoom(stage, turn)
  const picture = pictures[at]

  function turn(by: 1 | -1) {
    if (!pictures[at + by]) return
    reset()
    onMove(at + by)
  }

  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') turn(-1)
    else if (key === 'ArrowRight') turn(1)
    else if (key === '+' || key === '=') zoomBy(step)
    else if (key === '-') zoomBy(1 / step)
  }
  return (
    <Dialog.Popup className="viewer" onKeyDown={onKeyDown}>
      <div className="flex items-center justify-between px-5 py-2">
        <Dialog.Title className="m-0 truncate text-note">{name}</Dialog.Title>
        <Dialog.Close className="icon-btn -mr-3" aria-label="Close">
          <Icon name="close" />
        </Dialog.Close>
      </div>
      <div ref={stage} className="viewer-stage" data-zoomed={zoomed || undefined} {...handlers}>
        {picture && <Picture key={picture.hash} picture={picture} sizes="100vw" eager />}
      </div>
      <div className="flex items-center justify-center gap-2 py-2">
        <StepButton label="Previous picture" off={at === 0} onPress={() => turn(-1)}>
          <Icon name="left" />
        </StepButton>
        <StepButton label="Zoom out" off={!zoomed} onPress={() => zoomBy(1 / step)}>
          <span className="text-[1.25rem] leading-none">−</span>
        </StepButton>
        <p className="t-note m-0 w-16 text-center tabular-nums" aria-live="polite">
          {at + 1} of {pictures.length}
        </p>
        <StepButton label="Zoom in" onPress={() => zoomBy(step)}>
          <Icon name="plus" />
        </StepButton>
        <StepButton label="Next picture" off={at === pictures.length - 1} onPress={() => turn(1)}>
          <Icon name="right" />
        </StepButton>
      </div>
    </Dialog.Popup>
  )
}
