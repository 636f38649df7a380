import { Menu } from '@base-ui/react/menu'
import type { RefObject } from 'react'
import { Price } from '#app/ui/price.tsx'
import type { CardVariant } from '#modules/catalog/contract.ts'
import { chooseText, variantText } from './variant-text.ts'

export type VariantMenuProps<V extends CardVariant> = {
  isOpen: boolean
  anchor: RefObject<HTMLButtonElement | null>
  variants: V[]
  onChoose: (variant: V) => void
  onClose: () => void
}

/** Base UI focuses the first item only when it renders the trigger itself. */
function focusFirst(item: HTMLElement | null): void {
  requestAnimationFrame(() => item?.focus())
}

export default function VariantMenu<V extends CardVariant>(props: VariantMenuProps<V>) {
  const { isOpen, anchor, variants, onChoose, onClose } = props
  const hasPrices = variants.some(({ priceNpr }) => priceNpr !== variants[0]?.priceNpr)
  return (
    <Menu.Root open={isOpen} modal={false} onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner
          className="variant-menu-positioner"
          anchor={anchor}
          sideOffset={4}
          align="start"
          collisionPadding={12}
        >
          <Menu.Popup className="variant-menu" finalFocus={anchor}>
            <Menu.Group>
              <Menu.GroupLabel className="t-note px-4 pt-3 pb-1">{chooseText(variants)}</Menu.GroupLabel>
              {variants.map((variant, index) => (
                <Menu.Item
                  key={variant.id}
                  ref={index === 0 ? focusFirst : undefined}
                  className="variant-item"
                  onClick={() => onChoose(variant)}
                >
                  {variantText(variant)}
                  {hasPrices && <Price usd={variant.priceUsd} npr={variant.priceNpr} className="ml-3 text-granite" />}
                </Menu.Item>
              ))}
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
