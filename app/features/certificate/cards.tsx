import { href } from 'react-router'
import ridge from '#app/assets/ridge-line.svg'
import type { WireOrder } from '#app/features/order/order.ts'
import { useSite } from '#app/features/site/seo.tsx'
import { Wordmark } from '#app/features/site/wordmark.tsx'
import '#app/styles/certificate-cards.css'
import { qrCode } from './qr-code.client.ts'

type Card = { code: string; name: string; variant: string | null }

/** One for each unit that is not canceled, returned or replaced. */
function cardsOf({ certificates, orderItems }: WireOrder): Card[] {
  const items = new Map(orderItems.map((item) => [item.position, item]))
  return certificates.flatMap(({ code, position, state }) => {
    const item = items.get(position)
    return state === 'valid' && item ? [{ code, name: item.productName, variant: item.attributeValue }] : []
  })
}

export const hasCards = (order: WireOrder) => cardsOf(order).length > 0

/** Cards of the size of a bank card (85.6 × 54 mm), to cut out and put into the parcel. */
export function CertificateCards({ orders }: { orders: WireOrder[] }) {
  return (
    <ul className="certificate-cards" aria-label="Certificate cards">
      {orders.flatMap(cardsOf).map((card) => (
        <li key={card.code} className="certificate-card">
          <CertificateCard {...card} />
        </li>
      ))}
    </ul>
  )
}

function CertificateCard({ code, name, variant }: Card) {
  const { siteUrl } = useSite()
  const site = siteUrl.replace(/^https?:\/\//, '')
  return (
    <>
      <CutMarks />
      <div className="certificate-card-text">
        <Wordmark />
        <p className="certificate-card-name">{name}</p>
        {variant && <p className="certificate-card-note">{variant}</p>}
        <p className="certificate-card-code">{code}</p>
        <p className="certificate-card-note">
          What it is and where it is from: scan the code, or enter it at {site}
          {href('/certificate')}
        </p>
      </div>
      <div className="certificate-card-side">
        <QrCode text={`${siteUrl}${href('/certificate/:code', { code })}`} />
        <Seal />
      </div>
      <img className="certificate-card-ridge" src={ridge} alt="" width={1200} height={200} />
    </>
  )
}

/** Drawn, because browsers leave backgrounds out of a print. */
function Seal() {
  return (
    <svg className="certificate-card-seal" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path d="M0 0h40v40H0z" />
      <text x="20" y="25.5" lang="ne">
        हिम
      </text>
    </svg>
  )
}

function CutMarks() {
  return (
    <svg className="certificate-card-marks" viewBox="0 0 85.6 54" aria-hidden="true" focusable="false">
      <path d="M0 3.5V0h3.5M82.1 0h3.5v3.5M85.6 50.5V54h-3.5M3.5 54H0v-3.5" />
    </svg>
  )
}

function QrCode({ text }: { text: string }) {
  const { size, path } = qrCode(text)
  return (
    <svg
      className="certificate-card-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the certificate"
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  )
}
