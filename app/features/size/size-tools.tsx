import { useState } from 'react'
import { toastLoadFailure, useDeferredComponent } from '#app/ui/deferred-component.ts'
import type { Product, Variant } from '#modules/catalog/contract.ts'
import type { SizePart } from './size-dialog.tsx'
import type { SizeTools as Tools } from './size-tools-data.ts'

const loadDialog = () => import('./size-dialog.tsx')

type Props = { product: Product & { sizeTools: Tools }; onChoose?: (variant: Variant) => void }

/** Buttons that open the true size of a product and the visitor's size. */
export function SizeTools({ product: { name, allVariants, sizeTools }, onChoose }: Props) {
  const [part, setPart] = useState<SizePart>('product')
  const [isOpen, setOpen] = useState(false)
  const Dialog = useDeferredComponent(loadDialog, isOpen, () => {
    setOpen(false)
    toastLoadFailure()
  })
  const button = (next: SizePart, text: string) => (
    <button
      type="button"
      className="btn-text needs-script"
      onClick={() => {
        setPart(next)
        setOpen(true)
      }}
    >
      <span>{text}</span>
    </button>
  )
  return (
    <div className="mt-3 flex flex-wrap gap-x-8">
      {sizeTools.drawing && button('product', 'See it at its true size')}
      {sizeTools.sizer && button('sizer', 'Find your size')}
      {Dialog && (
        <Dialog
          {...sizeTools}
          isOpen={isOpen}
          part={part}
          title={name}
          variants={allVariants}
          onChoose={onChoose}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
