import type { ReactNode } from 'react'
import { useSite } from '#app/lib/seo.tsx'
import { isInNepal, processingTime, returnSentence, travelTime } from '#shared/delivery.ts'
import { formatMoney } from '#shared/money.ts'

type Props = {
  /** The destination, once it is known. Until then the page holds both readings, as it holds both prices. */
  country?: string | undefined
  /** Also the fee, where no totals stand beside it. */
  withFee?: boolean
}

/** What is to be known of a parcel before it is ordered: fee, time, duty, payment and returns. */
export function DeliveryNote({ country, withFee = false }: Props) {
  const { shipping, delivery } = useSite()
  const fee = { npr: formatMoney(shipping.npr, 'NPR'), usd: formatMoney(shipping.usd, 'USD') }
  const start = (amount: string) =>
    withFee ? `Shipping ${amount}, usually` : `${processingTime} to prepare, then delivery usually in`
  const nepal = `${travelTime(delivery, true)}.`
  const abroad = `${travelTime(delivery, false)}. Duty not included.`
  const place = country && (isInNepal(country) ? nepal : abroad)
  return (
    <div className="t-note">
      <Reading currency="usd">
        {start(fee.usd)} {place || abroad}
      </Reading>
      <Reading currency="npr">
        {start(fee.npr)} {place || nepal}
      </Reading>
      <p className="m-0">Cash on delivery. {returnSentence(delivery)}</p>
    </div>
  )
}

function Reading({ currency, children }: { currency: 'usd' | 'npr'; children: ReactNode }) {
  return <p className={`delivery-reading m-0 text-balance price-${currency}`}>{children}</p>
}
