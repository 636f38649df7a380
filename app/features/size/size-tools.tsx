import { useState } from 'react'
import { toastLoadFailure, useDeferredComponent } from '#app/ui/deferred-component.ts'
import type { Variant } from '#modules/catalog/contract.ts'
import type { SizePart } from './size-dialog.tsx'
import type { SizeTools as Tools } from './size-tools-data.ts'

const loadDialog = () => import('./size-dialog.tsx')

type Props = {
  tools: Tools
  title: string
  variants?: Variant[]
  buttonText?: string
  onChoose?: (variant: Variant) => void
}

/** Buttons that open the true size of a product and the visitor's size. */
export function SizeTools({ tools, buttonText = 'Find your size', ...rest }: Props) {
  const [part, setPart] = useState<SizePart>('product')
  const [isOpen, setOpen] = useState(false)
  const Dialog = useDeferredComponent(loadDialog, isOpen, () => {
    setOpen(false)
    toastLoadFailure()
  })
  const button = (name: SizePart, text: string) => (
    <button
      type="button"
      className="btn-text needs-script"
      onClick={() => {
        setPart(name)
        setOpen(true)
      }}
    >
      <span>{text}</span>
    </button>
  )
  return (
    <div className="mt-3 flex flex-wrap gap-x-8">
      {tools.drawing && button('product', 'See it at its true size')}
      {tools.sizer && button('sizer', buttonText)}
      {Dialog && <Dialog {...rest} {...tools} isOpen={isOpen} part={part} onClose={() => setOpen(false)} />}
    </div>
  )
}
