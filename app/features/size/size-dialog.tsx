import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { useScreenScale } from '#app/state/screen-scale.ts'
import { Icon } from '#app/ui/icons.tsx'
import type { Variant } from '#modules/catalog/contract.ts'
import { Calibration } from './calibration.tsx'
import type { SizeTools } from './size-tools-data.ts'
import { Sizer } from './sizer.tsx'
import { TrueSize } from './true-size.tsx'

export type SizePart = 'product' | 'sizer'

type Props = SizeTools & {
  isOpen: boolean
  part: SizePart
  title: string
  variants?: Variant[]
  onChoose?: ((variant: Variant) => void) | undefined
  onClose: () => void
}

/** Full-screen view of the true size of a product, or of the visitor's size. */
export default function SizeDialog({ isOpen, onClose, ...rest }: Props) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-60 grid grid-rows-[auto_minmax(0,1fr)] bg-snow transition-opacity duration-(--duration-quick) ease-enter data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Content {...rest} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Content({ part, title, drawing, sizer, variants = [], onChoose, onClose }: Omit<Props, 'isOpen'>) {
  const [isCalibrating, setCalibrating] = useState(false)
  const scale = useScreenScale()
  const onCalibrate = () => setCalibrating(true)
  const choose =
    onChoose &&
    ((variant: Variant) => {
      onChoose(variant)
      onClose()
    })
  return (
    <>
      <div className="flex items-center justify-between gap-4 px-5 py-2">
        <Dialog.Title className="m-0 truncate font-sans font-normal text-note">{title}</Dialog.Title>
        <Dialog.Close className="icon-btn -mr-3 flex-none" aria-label="Close">
          <Icon name="close" />
        </Dialog.Close>
      </div>
      {isCalibrating ? (
        <Calibration onDone={() => setCalibrating(false)} />
      ) : part === 'sizer' && sizer ? (
        <Sizer kind={sizer} scale={scale} variants={variants} onChoose={choose} onCalibrate={onCalibrate} />
      ) : (
        drawing && <TrueSize drawing={drawing} scale={scale} variants={variants} onCalibrate={onCalibrate} />
      )}
    </>
  )
}
