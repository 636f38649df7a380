import { Link } from 'react-router'
import { productUrl } from '#app/lib/urls.ts'
import type { WireStockAlert } from '#modules/stock-alerts/contract.ts'

export const alertTitle = ({ name, attributeValue }: WireStockAlert) =>
  attributeValue ? `${name}, ${attributeValue}` : name

export const alertUrl = ({ categoryId, slugs }: WireStockAlert) => productUrl({ categoryId, slug: slugs })

type Props = { alerts: WireStockAlert[]; busy: boolean; onEnd: (alert: WireStockAlert) => void; className?: string }

export function StockAlertList({ alerts, busy, onEnd, className = '' }: Props) {
  return (
    <ul
      className={`m-0 w-full max-w-xl list-none border-rule border-t p-0 text-left ${className}`}
      aria-label="Stock alerts"
    >
      {alerts.map((alert) => (
        <li
          key={alert.alertId}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-rule border-b py-1"
        >
          <span className="wrap-anywhere">
            <Link className="underline decoration-1 underline-offset-4" to={alertUrl(alert)}>
              {alertTitle(alert)}
            </Link>
            {!alert.isConfirmed && <span className="t-note block">Please confirm with the link in our email.</span>}
          </span>
          <button type="button" className="btn-text" disabled={busy} onClick={() => onEnd(alert)}>
            <span>
              Do not email me<span className="sr-only"> about {alertTitle(alert)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
