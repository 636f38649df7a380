import { type Ref, useId } from 'react'
import { Icon } from '#app/ui/icons.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Variant } from '#modules/catalog/contract.ts'
import { chooseText, kindName } from './variant-text.ts'

type Props = {
  variants: Variant[]
  /** The variants differ in price. */
  hasPrices: boolean
  selected: Variant | undefined
  /** The visitor tried to buy without selecting a variant. */
  isMissing: boolean
  onChoose: (variant: Variant) => void
  ref: Ref<HTMLFieldSetElement>
}

export function VariantField({ variants, hasPrices, selected, isMissing, onChoose, ref }: Props) {
  const message = useId()
  return (
    <fieldset ref={ref} className="m-0 mt-8 min-w-0 border-0 p-0" aria-describedby={message}>
      <legend className="field-label p-0">{kindName(variants)}</legend>
      <div className="variant-chips">
        {variants.map((variant) => (
          <button
            key={variant.id}
            type="button"
            className="chip"
            aria-pressed={variant === selected}
            onClick={() => onChoose(variant)}
          >
            <span>{variant.value}</span>{' '}
            <span className="t-note">
              {variant.measure}
              {hasPrices && (
                <>
                  {variant.measure && ' · '}
                  <Price usd={variant.priceUsd} npr={variant.priceNpr} />
                </>
              )}
            </span>
          </button>
        ))}
      </div>
      <p id={message} className="field-message is-error" role="alert">
        {isMissing && (
          <>
            <Icon name="alert" className="ico size-4 shrink-0" />
            {chooseText(variants)}
          </>
        )}
      </p>
    </fieldset>
  )
}
