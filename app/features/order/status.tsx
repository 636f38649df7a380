import { orderStatuses } from '#modules/orders/statuses.ts'

export const statusName = (code: number) => orderStatuses[code] ?? 'Unknown'

export function OrderStatus({ code }: { code: number }) {
  const name = statusName(code)
  return (
    <span className={`order-status is-${name.toLowerCase()}`}>
      <span aria-hidden="true" />
      {name}
    </span>
  )
}
