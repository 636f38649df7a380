import type { ReactNode } from 'react'

/** As formatted text. The discount is empty if there is none. */
type Props = { subtotal: string; discountLabel?: string; discount: string; shipping: string; total: string }

/** How the total of an order comes about. */
export function OrderTotals({ subtotal, discountLabel = 'Discount', discount, shipping, total }: Props) {
  const row = (title: ReactNode, amount: string) => (
    <>
      <dt className="text-granite">{title}</dt>
      <dd>{amount}</dd>
    </>
  )
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums [&>dd]:text-right">
      {row('Subtotal', subtotal)}
      {discount && row(discountLabel, discount)}
      {row('Shipping', shipping)}
      <dt className="pt-1 text-[1.125rem]">Total</dt>
      <dd className="pt-1 text-[1.125rem]">{total}</dd>
    </dl>
  )
}
