import { localDay, longDate } from '#app/lib/dates.ts'
import type { DiscountRecord } from '#modules/discounts/admin-contract.ts'
import { type Amount, formatMoney, fromWire } from '#shared/money.ts'

export const stateNames: Record<DiscountRecord['state'], string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  ended: 'Ended',
  'used up': 'Used up',
  off: 'Turned off',
}

/** Wire amounts in both currencies. */
const bothText = ({ npr, usd }: Amount) => `${formatMoney(fromWire(npr), 'NPR')} / ${formatMoney(fromWire(usd), 'USD')}`

export function valueText({ percent, amount, amountInUSD }: DiscountRecord): string {
  return percent === null ? bothText({ npr: amount ?? 0, usd: amountInUSD ?? 0 }) : `${percent} %`
}

export function usesText({ uses, maxUses }: DiscountRecord): string {
  return maxUses === null ? String(uses) : `${uses} of ${maxUses}`
}

const day = (iso: string) => longDate(localDay(new Date(iso)))

export function periodText({ startsAt, endsAt }: DiscountRecord): string {
  if (startsAt && endsAt) return `${day(startsAt)} to ${day(endsAt)}`
  if (startsAt) return `From ${day(startsAt)}`
  return endsAt ? `Until ${day(endsAt)}` : 'Always'
}
