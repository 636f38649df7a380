import { renderToStaticMarkup } from 'react-dom/server'
import { ButtonLink, Letter, Title, Words } from '#modules/mail/letter.tsx'
import { formatMoney } from '#shared/money.ts'
import type { Order, OrderLine } from './schema.ts'
import { orderNumber } from './wire.ts'

type Props = { order: Order; buyerName: string; siteUrl: string }

const cell = { padding: '10px 0', borderTop: '1px solid #E4E1DB', verticalAlign: 'top' } as const
const amount = { ...cell, textAlign: 'right', whiteSpace: 'nowrap' } as const

/** `renderToStaticMarkup` and a text of its own, because a mail is rendered while its order holds locks: see 0029. */
export function orderLetter(props: Props): { html: string; text: string } {
  return { html: `<!doctype html>${renderToStaticMarkup(<OrderLetter {...props} />)}`, text: orderText(props) }
}

function sums({ currency, lines, ...order }: Order) {
  const isUsd = currency === 'USD'
  const show = (minor: number) => formatMoney(minor, currency)
  const shipping = isUsd ? order.shippingUsd : order.shippingNpr
  const total = isUsd ? order.totalUsd : order.totalNpr
  return {
    lines: lines.map((line) => ({
      name: lineName(line),
      quantity: line.quantity,
      total: show((isUsd ? line.unitUsd : line.unitNpr) * line.quantity),
    })),
    subtotal: show(total - shipping),
    shipping: show(shipping),
    total: show(total),
  }
}

function lineName({ productName, attributeValue }: OrderLine): string {
  return attributeValue ? `${productName}, ${attributeValue}` : productName
}

function addressLines({ address }: Order): string[] {
  const { firstName, lastName, company, streetAddress, city, zipCode, state, country, phone } = address
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const place = [zipCode, city].filter(Boolean).join(' ')
  return [name, company, streetAddress, place, state, country, phone].filter(Boolean)
}

const ordersUrl = (siteUrl: string) => `${siteUrl}/profile?tab=MyOrders`
const opening = 'Thank you for your order. We will call before we send it, and you pay when it arrives.'

function OrderLetter({ order, buyerName, siteUrl }: Props) {
  const { lines, subtotal, shipping, total } = sums(order)
  return (
    <Letter preview={`Order ${orderNumber(order.number)}, ${total}`}>
      <Title>Your order {orderNumber(order.number)}</Title>
      <Words>Dear {buyerName},</Words>
      <Words>{opening}</Words>
      <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 24px' }}>
        <tbody>
          {lines.map(({ name, quantity, total: price }) => (
            <tr key={name}>
              <td style={cell}>
                {quantity} × {name}
              </td>
              <td style={amount}>{price}</td>
            </tr>
          ))}
          {[
            ['Subtotal', subtotal],
            ['Shipping', shipping],
            ['Total, in cash on delivery', total],
          ].map(([label, price]) => (
            <tr key={label}>
              <td style={cell}>{label}</td>
              <td style={amount}>{price}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Words>It goes to:</Words>
      <p style={{ margin: '0 0 16px' }}>
        {addressLines(order).map((line) => (
          <span key={line} style={{ display: 'block' }}>
            {line}
          </span>
        ))}
      </p>
      {order.note && <Words>Your note: {order.note}</Words>}
      <ButtonLink href={ordersUrl(siteUrl)}>See my orders</ButtonLink>
    </Letter>
  )
}

function orderText({ order, buyerName, siteUrl }: Props): string {
  const { lines, subtotal, shipping, total } = sums(order)
  const paragraphs = [
    `Your order ${orderNumber(order.number)}`,
    `Dear ${buyerName},`,
    opening,
    lines.map(({ name, quantity, total: price }) => `${quantity} × ${name}: ${price}`).join('\n'),
    `Subtotal: ${subtotal}\nShipping: ${shipping}\nTotal, in cash on delivery: ${total}`,
    ['It goes to:', ...addressLines(order)].join('\n'),
    ...(order.note ? [`Your note: ${order.note}`] : []),
    `See my orders: ${ordersUrl(siteUrl)}`,
  ]
  return paragraphs.join('\n\n')
}
