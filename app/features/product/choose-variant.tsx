import { useRef, useState } from 'react'
import { sayNotOpened, useLate } from '#app/lib/deferred-component.ts'
import type { CardVariant } from '#modules/catalog/schema.ts'
import type { VariantMenuProps } from './variant-menu.tsx'

const loadMenu = () => import('./variant-menu.tsx')

/** A button that opens the choice of a variant: what to put on the button, the menu to render, and how to open it. */
export function useVariantMenu<V extends CardVariant>(onChoose: (variant: V) => void) {
  const button = useRef<HTMLButtonElement>(null)
  const [variants, setVariants] = useState<V[]>([])
  const [isOpen, setOpen] = useState(false)
  const giveUp = () => {
    setOpen(false)
    sayNotOpened()
  }
  const Menu = useLate<VariantMenuProps<V>>(loadMenu, isOpen, giveUp)
  return {
    buttonProps: { ref: button, 'aria-haspopup': 'menu', 'aria-expanded': isOpen } as const,
    open(offered: V[]) {
      setVariants(offered)
      setOpen(true)
    },
    menu: Menu && (
      <Menu isOpen={isOpen} anchor={button} variants={variants} onChoose={onChoose} onClose={() => setOpen(false)} />
    ),
  }
}
