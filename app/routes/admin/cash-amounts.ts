import type { DaySums } from '#modules/orders/cash-contract.ts'
import { formatMoney, fromWire, toWire } from '#shared/money.ts'

type Amounts = DaySums['due']

/** A day may have orders in both currencies. */
export function formatAmounts({ npr, usd }: Amounts): string {
  const amounts = [
    ...(npr !== 0 ? [formatMoney(fromWire(npr), 'NPR')] : []),
    ...(usd !== 0 ? [formatMoney(fromWire(usd), 'USD')] : []),
  ]
  return amounts.join(' and ') || '0'
}

export function receivedOf({ due, open }: DaySums): Amounts {
  const subtract = (all: number, part: number) => toWire(fromWire(all) - fromWire(part))
  return { npr: subtract(due.npr, open.npr), usd: subtract(due.usd, open.usd) }
}
