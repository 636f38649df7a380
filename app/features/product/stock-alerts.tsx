import { useState } from 'react'
import { useSession } from '#app/state/session.ts'
import { toastLoadFailure, useDeferredComponent } from '#app/ui/deferred-component.ts'
import type { Product, Variant } from '#modules/catalog/contract.ts'

const loadPanel = () => import('./stock-alert-panel.tsx')

/** `variant` is undefined for a product without variants. */
export type SoldOutItem = { productId: number; variant: Variant | undefined }

const maxRows = 3

/** What is sold out. The first press, or a customer who may wait already, loads the rest. */
export function StockAlerts({ product: { id: productId, stock, allVariants } }: { product: Product }) {
  const [requested, setRequested] = useState<SoldOutItem>()
  const isLoggedIn = useSession((session) => session.isLoggedIn)
  const items: SoldOutItem[] =
    allVariants.length > 0
      ? allVariants.filter((variant) => variant.stock === 0).map((variant) => ({ productId, variant }))
      : stock === 0
        ? [{ productId, variant: undefined }]
        : []
  const onFailure = () => {
    if (requested) toastLoadFailure()
    setRequested(undefined)
  }
  const Panel = useDeferredComponent(loadPanel, items.length > 0 && (isLoggedIn || requested !== undefined), onFailure)
  if (items.length === 0) return null
  const list = Panel ? (
    <Panel items={items} requested={requested} />
  ) : (
    <ul className={alertList}>
      {items.map((item) => (
        <AlertRow key={item.variant?.id} item={item} onAsk={() => setRequested(item)} />
      ))}
    </ul>
  )
  if (items.length <= maxRows) return list
  return (
    <details className="mt-3">
      <summary className="min-h-target cursor-pointer content-center">{items.length} are sold out</summary>
      {list}
    </details>
  )
}

export const alertList = 'm-0 mt-3 list-none p-0'

export function AlertRow({ item, onAsk, busy }: { item: SoldOutItem; onAsk: () => void; busy?: boolean }) {
  const { variant } = item
  return (
    <li className={alertRow}>
      {variant && <span className="min-w-0 wrap-anywhere">{variant.value} is sold out.</span>}
      <button type="button" className="btn-text needs-script" disabled={busy} onClick={onAsk}>
        <span>
          Email me when it is back<span className="sr-only">{variant && `: ${variant.value}`}</span>
        </span>
      </button>
    </li>
  )
}

export const alertRow = 'flex min-h-target items-center justify-between gap-x-4 text-note [&>button]:flex-none'
