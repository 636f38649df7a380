import type { ReactNode } from 'react'
import { useSite } from '#app/features/site/seo.tsx'
import { deliveryTimeText, isInNepal, processingTime, returnsText } from '#shared/delivery.ts'
import { feeText } from '#shared/shipping.ts'

type Props = {
  /** Without it, the texts for Nepal and abroad are both rendered, and CSS shows the one of the chosen currency. */
  country?: string | undefined
  /** Shows the shipping fee, for pages without totals. */
  withFee?: boolean
}

/** Fee, delivery time, duty, payment and returns. */
export function DeliveryNote({ country, withFee = false }: Props) {
  const { shipping, delivery } = useSite()
  const intro = (currency: 'NPR' | 'USD') =>
    withFee
      ? `Shipping ${feeText(shipping, currency)}, usually`
      : `${processingTime} to prepare, then delivery usually in`
  const nepal = `${deliveryTimeText(delivery, true)}.`
  const abroad = `${deliveryTimeText(delivery, false)}. Duty not included.`
  const destinationText = country && (isInNepal(country) ? nepal : abroad)
  return (
    <div className="t-note">
      <DeliveryText currency="usd">
        {intro('USD')} {destinationText || abroad}
      </DeliveryText>
      <DeliveryText currency="npr">
        {intro('NPR')} {destinationText || nepal}
      </DeliveryText>
      <p className="m-0">Cash on delivery. {returnsText(delivery)}</p>
    </div>
  )
}

function DeliveryText({ currency, children }: { currency: 'usd' | 'npr'; children: ReactNode }) {
  return <p className={`delivery-text m-0 text-balance price-${currency}`}>{children}</p>
}
