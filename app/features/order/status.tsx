import { orderStatuses } from '#modules/orders/statuses.ts'

export const statusName = (code: number) => orderStatuses[code] ?? 'Unknown'

const dots: Partial<Record<string, string>> = {
  Pending: '[box-shadow:inset_0_0_0_1.5px_var(--color-edge)]',
  Confirmed: '[box-shadow:inset_0_0_0_1.5px_var(--color-ink)]',
  Delivered: 'bg-success',
  Canceled: 'bg-error',
  Returned: 'bg-error',
}

export function OrderStatus({ code }: { code: number }) {
  const name = statusName(code)
  return (
    <span className="inline-flex items-center gap-2.5">
      <span className={`size-2 flex-none rounded-full ${dots[name] ?? 'bg-ink'}`} aria-hidden="true" />
      {name}
    </span>
  )
}
