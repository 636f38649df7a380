import { renderToStaticMarkup } from 'react-dom/server'
import type { EmailToSend } from '#modules/email/service.server.ts'
import { ButtonLink, EmailLayout, Paragraph, Title } from '#modules/email/template.tsx'
import type { Delivery } from '#shared/delivery.ts'
import { formatMoney } from '#shared/money.ts'
import { nextSteps, stepsTitle, thanks } from './next-steps.ts'
import type { Order, OrderLine } from './schema.ts'
import { orderNumber } from './wire.ts'

type Shop = { shopName: string; siteUrl: string; delivery: Delivery }
type Props = Shop & { order: Order; buyerName: string }
type Row = { label: string; price: string }
type Buyer = { userId: string; email: string; emailConfirmed: boolean; name: string }

const cell = { padding: '10px 0', borderTop: '1px solid #E4E1DB', verticalAlign: 'top' } as const
const amount = { ...cell, textAlign: 'right', whiteSpace: 'nowrap' } as const

/**
 * An unconfirmed email address may belong to a stranger, so that version contains nothing the buyer entered, only the
 * amounts.
 */
export function orderEmail(
  order: Order,
  { userId, email, emailConfirmed, name }: Buyer,
  { shopName, siteUrl, delivery }: Shop,
): EmailToSend {
  const envelope = { to: email, userId, subject: `Your order ${orderNumber(order.number)}` }
  const shop = { shopName, siteUrl, delivery }
  return emailConfirmed
    ? { ...envelope, purpose: 'order', ...renderOrderEmail({ ...shop, order, buyerName: name }) }
    : { ...envelope, purpose: 'unconfirmedOrder', ...renderUnconfirmedOrderEmail({ ...shop, order }) }
}

/** Rendered while rows are locked, so it uses the fast `renderToStaticMarkup` and builds the text directly: see 0023. */
function renderOrderEmail(props: Props): { html: string; text: string } {
  return { html: `<!doctype html>${renderToStaticMarkup(<OrderEmail {...props} />)}`, text: orderText(props) }
}

function renderUnconfirmedOrderEmail({ order, shopName, siteUrl, delivery }: Omit<Props, 'buyerName'>): {
  html: string
  text: string
} {
  const steps = stepsOf(order, delivery)
  const title = `Your order ${orderNumber(order.number)}`
  const totals = totalRows(order)
  const html = renderToStaticMarkup(
    <EmailLayout shopName={shopName} preview={title}>
      <Title>{title}</Title>
      <Paragraph>{thanks}</Paragraph>
      <Amounts rows={totals} />
      <Steps steps={steps} />
      <Paragraph>{confirmEmailSentence}</Paragraph>
      <Paragraph>{notYourOrderSentence}</Paragraph>
      <ButtonLink href={ordersUrl(siteUrl)}>See my orders</ButtonLink>
    </EmailLayout>,
  )
  const link = `See my orders: ${ordersUrl(siteUrl)}`
  const text = [title, thanks, asText(totals), stepsText(steps), confirmEmailSentence, notYourOrderSentence, link].join(
    '\n\n',
  )
  return { html: `<!doctype html>${html}`, text }
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

function lineName({ productName, variantValue }: OrderLine): string {
  return variantValue ? `${productName}, ${variantValue}` : productName
}

function addressLines({ address }: Order): string[] {
  const { firstName, lastName, company, streetAddress, city, zipCode, state, country, phone } = address
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const place = [zipCode, city].filter(Boolean).join(' ')
  return [name, company, streetAddress, place, state, country, phone].filter(Boolean)
}

const ordersUrl = (siteUrl: string) => `${siteUrl}/profile?tab=MyOrders`
const confirmEmailSentence =
  'You can see the details in My Orders. To get them by email too, confirm your email address in your profile.'
const notYourOrderSentence =
  'If you did not place this order, you can ignore this email: somebody entered your email address by mistake.'

function stepsOf(order: Order, delivery: Delivery): string[] {
  return nextSteps({ country: order.address.country, total: sums(order).total, delivery })
}

function stepsText(steps: string[]): string {
  return [`${stepsTitle}:`, ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
}

function Steps({ steps }: { steps: string[] }) {
  return (
    <>
      <Paragraph>{stepsTitle}:</Paragraph>
      <ol style={{ margin: '0 0 24px', paddingLeft: 20 }}>
        {steps.map((step) => (
          <li key={step} style={{ margin: '0 0 8px' }}>
            {step}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The note of a gift is printed on its packing slip. */
function noteSentences({ isGift, note }: Order): string[] {
  const noteSentence = note ? [`${isGift ? 'Your gift note' : 'Your note'}: ${note}`] : []
  return isGift ? ['This is a gift: no prices in the parcel.', ...noteSentence] : noteSentence
}

function lineRows(order: Order): Row[] {
  return sums(order).lines.map(({ name, quantity, total }) => ({ label: `${quantity} × ${name}`, price: total }))
}

function totalRows(order: Order): Row[] {
  const { subtotal, shipping, total } = sums(order)
  return [
    { label: 'Subtotal', price: subtotal },
    { label: 'Shipping', price: shipping },
    { label: 'Total (cash on delivery)', price: total },
  ]
}

function asText(rows: Row[]): string {
  return rows.map(({ label, price }) => `${label}: ${price}`).join('\n')
}

function Amounts({ rows }: { rows: Row[] }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 24px' }}>
      <tbody>
        {rows.map(({ label, price }) => (
          <tr key={label}>
            <td style={cell}>{label}</td>
            <td style={amount}>{price}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OrderEmail({ order, buyerName, shopName, siteUrl, delivery }: Props) {
  const { total } = sums(order)
  return (
    <EmailLayout shopName={shopName} preview={`Order ${orderNumber(order.number)}, ${total}`}>
      <Title>Your order {orderNumber(order.number)}</Title>
      <Paragraph>Dear {buyerName},</Paragraph>
      <Paragraph>{thanks}</Paragraph>
      <Amounts rows={[...lineRows(order), ...totalRows(order)]} />
      <Steps steps={stepsOf(order, delivery)} />
      <Paragraph>Shipping address:</Paragraph>
      <p style={{ margin: '0 0 16px' }}>
        {addressLines(order).map((line) => (
          <span key={line} style={{ display: 'block' }}>
            {line}
          </span>
        ))}
      </p>
      {noteSentences(order).map((sentence) => (
        <Paragraph key={sentence}>{sentence}</Paragraph>
      ))}
      <ButtonLink href={ordersUrl(siteUrl)}>See my orders</ButtonLink>
    </EmailLayout>
  )
}

function orderText({ order, buyerName, siteUrl, delivery }: Props): string {
  const paragraphs = [
    `Your order ${orderNumber(order.number)}`,
    `Dear ${buyerName},`,
    thanks,
    asText(lineRows(order)),
    asText(totalRows(order)),
    stepsText(stepsOf(order, delivery)),
    ['Shipping address:', ...addressLines(order)].join('\n'),
    ...noteSentences(order),
    `See my orders: ${ordersUrl(siteUrl)}`,
  ]
  return paragraphs.join('\n\n')
}
