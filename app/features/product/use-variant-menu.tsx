import { useRef, useState } from 'react'
import { toastLoadFailure, useDeferredComponent } from '#app/ui/deferred-component.ts'
import type { CardVariant } from '#modules/catalog/contract.ts'
import type { VariantMenuProps } from './variant-menu.tsx'

const loadMenu = () => import('./variant-menu.tsx')

/** A menu of variants: the props of its button, the menu element and the function that opens it. */
export function useVariantMenu<V extends CardVariant>(onChoose: (variant: V) => void) {
  const button = useRef<HTMLButtonElement>(null)
  const [variants, setVariants] = useState<V[]>([])
  const [isOpen, setOpen] = useState(false)
  const onFailure = () => {
    setOpen(false)
    toastLoadFailure()
  }
  const Menu = useDeferredComponent<VariantMenuProps<V>>(loadMenu, isOpen, onFailure)
  return {
    buttonProps: { ref: button, 'aria-haspopup': 'menu', 'aria-expanded': isOpen } as const,
    open(options: V[]) {
      setVariants(options)
      setOpen(true)
    },
    menu: Menu && (
      <Menu isOpen={isOpen} anchor={button} variants={variants} onChoose={onChoose} onClose={() => setOpen(false)} />
    ),
  }
}
