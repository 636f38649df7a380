import { formatMoney } from '#shared/money.ts'

/** Renders both prices; an attribute on `<html>` selects the visible one. */
export function Price({ usd, npr, className = '' }: { usd: number; npr: number; className?: string }) {
  return (
    <span className={`t-price ${className}`}>
      <span className="price-usd">{formatMoney(usd, 'USD')}</span>
      <span className="price-npr">{formatMoney(npr, 'NPR')}</span>
    </span>
  )
}
