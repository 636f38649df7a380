import type { ReactNode } from 'react'
import { useSite } from '#app/lib/seo.tsx'
import { deliveryTimeText, isInNepal, processingTime, returnsText } from '#shared/delivery.ts'
import { formatMoney } from '#shared/money.ts'

type Props = {
  /** Until the destination is known, the page contains the texts for both currencies, like prices. */
  country?: string | undefined
  /** For places without totals. */
  withFee?: boolean
}

/** Fee, delivery time, duty, payment and returns. */
export function DeliveryNote({ country, withFee = false }: Props) {
  const { shipping, delivery } = useSite()
  const fee = { npr: formatMoney(shipping.npr, 'NPR'), usd: formatMoney(shipping.usd, 'USD') }
  const intro = (amount: string) =>
    withFee ? `Shipping ${amount}, usually` : `${processingTime} to prepare, then delivery usually in`
  const nepal = `${deliveryTimeText(delivery, true)}.`
  const abroad = `${deliveryTimeText(delivery, false)}. Duty not included.`
  const destination = country && (isInNepal(country) ? nepal : abroad)
  return (
    <div className="t-note">
      <DeliveryText currency="usd">
        {intro(fee.usd)} {destination || abroad}
      </DeliveryText>
      <DeliveryText currency="npr">
        {intro(fee.npr)} {destination || nepal}
      </DeliveryText>
      <p className="m-0">Cash on delivery. {returnsText(delivery)}</p>
    </div>
  )
}

function DeliveryText({ currency, children }: { currency: 'usd' | 'npr'; children: ReactNode }) {
  return <p className={`delivery-text m-0 text-balance price-${currency}`}>{children}</p>
}
