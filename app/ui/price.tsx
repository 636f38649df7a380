import { formatMoney } from '#shared/money.ts'

/** Both prices are in the page; an attribute on `<html>` picks the one that shows. */
export function Price({ usd, npr, className = '' }: { usd: number; npr: number; className?: string }) {
  return (
    <span className={`t-price ${className}`}>
      <span className="price-usd">{formatMoney(usd, 'USD')}</span>
      <span className="price-npr">{formatMoney(npr, 'NPR')}</span>
    </span>
  )
}
