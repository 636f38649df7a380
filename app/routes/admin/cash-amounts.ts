import type { DaySums } from '#modules/orders/admin-schema.ts'
import { formatMoney, fromWire, toWire } from '#shared/money.ts'

type Amounts = DaySums['due']

/** Orders are paid in the currency in which they were placed, so a day may bring both. */
export function bothAmounts({ npr, usd }: Amounts): string {
  const said = [
    ...(npr > 0 ? [formatMoney(fromWire(npr), 'NPR')] : []),
    ...(usd > 0 ? [formatMoney(fromWire(usd), 'USD')] : []),
  ]
  return said.join(' and ') || 'nothing'
}

export function receivedOf({ due, open }: DaySums): Amounts {
  const less = (all: number, part: number) => toWire(fromWire(all) - fromWire(part))
  return { npr: less(due.npr, open.npr), usd: less(due.usd, open.usd) }
}
