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

export const subtractAmounts = (all: Amounts, part: Amounts): Amounts => ({
  npr: toWire(fromWire(all.npr) - fromWire(part.npr)),
  usd: toWire(fromWire(all.usd) - fromWire(part.usd)),
})

export const receivedOf = ({ due, open }: DaySums): Amounts => subtractAmounts(due, open)
