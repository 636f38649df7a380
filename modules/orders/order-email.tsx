import type { NewEmail } from '#modules/email/fragments.server.ts'
import { type EmailContext, newEmail } from '#modules/email/service.server.ts'
import { Amounts, ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'
import type { OrderPlaced } from '#modules/notifications/events.ts'
import type { Delivery } from '#shared/delivery.ts'
import { formatMoney } from '#shared/money.ts'
import type { Order } from './contract.ts'
import { hasPlace } from './draft.ts'
import { type EmailedOrder, emailedOrder } from './emailed-order.ts'
import { nextSteps, stepsTitle, thanks } from './next-steps.ts'
import { Certificates, certificatesText } from './order-certificates.tsx'
import { orderNumber } from './wire.ts'

type Shop = { shopName: string; siteUrl: string; delivery: Delivery }
type Props = Shop & { order: EmailedOrder }
type Row = { key: string; label: string; price: string }
type Buyer = { userId: string; email: string; emailConfirmed: boolean; name: string }

/** The email that is queued with the order. */
export function orderEmailFor(
  context: EmailContext & Shop,
  order: Order,
  { userId, email: to, emailConfirmed, name: buyerName }: Buyer,
  staffPurpose?: 'staffOrder',
): Promise<NewEmail> {
  const { shopName, siteUrl, delivery } = context
  const props = { order: emailedOrder(order), shopName, siteUrl, delivery }
  // Staff know the orders that they enter.
  const envelope = { to, userId, ...(staffPurpose ? {} : { event: orderPlaced(order) }) }
  return emailConfirmed
    ? newEmail(context, { ...envelope, purpose: staffPurpose ?? 'order' }, orderEmail, { ...props, buyerName })
    : newEmail(context, { ...envelope, purpose: staffPurpose ?? 'unconfirmedOrder' }, unconfirmedOrderEmail, props)
}

function orderPlaced({ id, number, currency, address, lines, ...order }: Order): OrderPlaced {
  return {
    event: 'order.placed',
    id,
    number: orderNumber(number),
    name: [address.firstName, address.lastName].filter(Boolean).join(' '),
    phone: address.phone,
    total: currency === 'USD' ? order.totalUsd : order.totalNpr,
    currency,
    items: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

const title = ({ order }: Props) => `Your order ${orderNumber(order.number)}`

export const orderEmail: EmailTemplate<Props & { buyerName: string }> = {
  name: 'order',
  subject: title,
  Body: ({ order, buyerName, shopName, siteUrl, delivery }) => (
    <EmailLayout shopName={shopName} preview={`Order ${orderNumber(order.number)}, ${sums(order).total}`}>
      <Title>Your order {orderNumber(order.number)}</Title>
      <Paragraph>Dear {buyerName},</Paragraph>
      <Paragraph>{thanks}</Paragraph>
      <Amounts rows={[...lineRows(order), ...totalRows(order)]} />
      <Steps steps={stepsOf(order, delivery)} />
      {hasPlace(order.address) && (
        <>
          <Paragraph>Shipping address:</Paragraph>
          <p style={{ margin: '0 0 16px' }}>
            {addressLines(order).map((line) => (
              <span key={line} style={{ display: 'block' }}>
                {line}
              </span>
            ))}
          </p>
        </>
      )}
      {noteSentences(order).map((sentence) => (
        <Paragraph key={sentence}>{sentence}</Paragraph>
      ))}
      <Certificates order={order} siteUrl={siteUrl} />
      <ButtonLink href={ordersUrl(siteUrl)}>See my orders</ButtonLink>
    </EmailLayout>
  ),
  text: ({ order, buyerName, siteUrl, delivery }) =>
    [
      `Your order ${orderNumber(order.number)}`,
      `Dear ${buyerName},`,
      thanks,
      asText(lineRows(order)),
      asText(totalRows(order)),
      ...stepsText(stepsOf(order, delivery)),
      ...(hasPlace(order.address) ? [['Shipping address:', ...addressLines(order)].join('\n')] : []),
      ...noteSentences(order),
      ...certificatesText({ order, siteUrl }),
      `See my orders: ${ordersUrl(siteUrl)}`,
    ].join('\n\n'),
}

/**
 * An unconfirmed email address may belong to a stranger, so this email contains nothing the buyer entered, only the
 * amounts.
 */
export const unconfirmedOrderEmail: EmailTemplate<Props> = {
  name: 'unconfirmed-order',
  subject: title,
  Body: (props) => (
    <EmailLayout shopName={props.shopName} preview={title(props)}>
      <Title>{title(props)}</Title>
      <Paragraph>{thanks}</Paragraph>
      <Amounts rows={totalRows(props.order)} />
      <Steps steps={stepsOf(props.order, props.delivery)} />
      <Paragraph>{confirmEmailSentence}</Paragraph>
      <Paragraph>{notYourOrderSentence}</Paragraph>
      <ButtonLink href={ordersUrl(props.siteUrl)}>See my orders</ButtonLink>
    </EmailLayout>
  ),
  text: (props) =>
    [
      title(props),
      thanks,
      asText(totalRows(props.order)),
      ...stepsText(stepsOf(props.order, props.delivery)),
      confirmEmailSentence,
      notYourOrderSentence,
      `See my orders: ${ordersUrl(props.siteUrl)}`,
    ].join('\n\n'),
}

function sums({ currency, lines, ...order }: EmailedOrder) {
  const isUsd = currency === 'USD'
  const show = (minor: number) => formatMoney(minor, currency)
  const shipping = isUsd ? order.shippingUsd : order.shippingNpr
  const discount = isUsd ? order.discountUsd : order.discountNpr
  const total = isUsd ? order.totalUsd : order.totalNpr
  return {
    lines: lines.map((line) => ({
      name: lineName(line),
      quantity: line.quantity,
      total: show((isUsd ? line.unitUsd : line.unitNpr) * line.quantity),
    })),
    subtotal: show(total - shipping + discount),
    discount: discount > 0 ? show(-discount) : undefined,
    shipping: show(shipping),
    total: show(total),
    deposit: order.depositDue > order.paid ? show(order.depositDue) : undefined,
  }
}

function lineName({ productName, variantValue }: EmailedOrder['lines'][number]): string {
  return variantValue ? `${productName}, ${variantValue}` : productName
}

export function addressLines({ address }: EmailedOrder): string[] {
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

const isByStaff = (source: Order['source']) => source !== 'web' && source !== 'quote'

function stepsOf(order: EmailedOrder, delivery: Delivery): string[] {
  const { address, source } = order
  return nextSteps({
    country: address.country,
    total: sums(order).total,
    delivery,
    isEnteredByStaff: isByStaff(source),
  })
}

function stepsText(steps: string[]): string[] {
  if (steps.length === 0) return []
  return [[`${stepsTitle}:`, ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')]
}

function Steps({ steps }: { steps: string[] }) {
  if (steps.length === 0) return null
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
function noteSentences({ isGift, note }: EmailedOrder): string[] {
  const noteSentence = note ? [`${isGift ? 'Your gift note' : 'Your note'}: ${note}`] : []
  return isGift ? ['This is a gift: no prices in the parcel.', ...noteSentence] : noteSentence
}

/** Emails queued by an older version have no code. */
const discountLabel = ({ discountCode }: EmailedOrder) => (discountCode ? `Discount (${discountCode})` : 'Discount')

const toRow = (label: string, price: string): Row => ({ key: label, label, price })

export function lineRows(order: EmailedOrder): Row[] {
  return sums(order).lines.map(({ name, quantity, total }) => toRow(`${quantity} × ${name}`, total))
}

export function totalRows(order: EmailedOrder): Row[] {
  const { subtotal, discount, shipping, total, deposit } = sums(order)
  return [
    toRow('Subtotal', subtotal),
    ...(discount ? [toRow(discountLabel(order), discount)] : []),
    toRow('Shipping', shipping),
    toRow(hasPlace(order.address) ? 'Total (cash on delivery)' : 'Total (cash in the shop)', total),
    ...(deposit ? [toRow('Deposit, due before we begin', deposit)] : []),
  ]
}

export function asText(rows: Row[]): string {
  return rows.map(({ label, price }) => `${label}: ${price}`).join('\n')
}
