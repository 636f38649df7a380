import type { StoredLine, Tier } from './contract.ts'

/** The last tier that starts at or below the quantity. */
function tierOf({ tiers, quantity }: Pick<StoredLine, 'tiers' | 'quantity'>): Tier | undefined {
  return tiers.findLast(({ from }) => from <= quantity) ?? tiers[0]
}

export function lineTotal(line: Pick<StoredLine, 'tiers' | 'quantity'>): { npr: number; usd: number } {
  const tier = tierOf(line)
  const times = (unit: number) => Math.round(unit * line.quantity)
  return tier ? { npr: times(tier.npr), usd: times(tier.usd) } : { npr: 0, usd: 0 }
}

type Priced = { lines: StoredLine[]; shippingNpr: number; shippingUsd: number }

/** With shipping. */
export function quoteTotal({ lines, shippingNpr, shippingUsd }: Priced): { npr: number; usd: number } {
  const totals = lines.map(lineTotal)
  return {
    npr: totals.reduce((sum, { npr }) => sum + npr, shippingNpr),
    usd: totals.reduce((sum, { usd }) => sum + usd, shippingUsd),
  }
}

/** `12 items` or `12.5 kg`. */
export function formatQuantity({ unit, quantity }: Pick<StoredLine, 'unit' | 'quantity'>): string {
  const count = quantity.toLocaleString('en-US')
  if (unit === 'kilo') return `${count} kg`
  return quantity === 1 ? '1 item' : `${count} items`
}
