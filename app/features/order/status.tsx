import { entryOf, type StatusTone } from '#modules/orders/statuses.ts'

const dots: Record<StatusTone, string> = {
  new: '[box-shadow:inset_0_0_0_1.5px_var(--color-edge)]',
  accepted: '[box-shadow:inset_0_0_0_1.5px_var(--color-ink)]',
  moving: 'bg-ink',
  done: 'bg-success',
  ended: 'bg-error',
}

export const statusName = (code: number) => entryOf(code)?.name ?? 'Unknown'

export function OrderStatus({ code }: { code: number }) {
  return (
    <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
      <span className={`size-2 flex-none rounded-full ${dots[entryOf(code)?.tone ?? 'moving']}`} aria-hidden="true" />
      {statusName(code)}
    </span>
  )
}
