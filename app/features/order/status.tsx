import { orderStates } from '#modules/orders/statuses.ts'

export const statusName = (code: number) => orderStates[code] ?? 'Unknown'

/** A dot and a word: hollow while it waits, full once it is on its way. */
export function OrderStatus({ code }: { code: number }) {
  const name = statusName(code)
  return (
    <span className={`order-status is-${name.toLowerCase()}`}>
      <span aria-hidden="true" />
      {name}
    </span>
  )
}
