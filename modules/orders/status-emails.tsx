import { ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'
import { formatMoney } from '#shared/money.ts'
import type { Order, Shipment } from './contract.ts'
import type { OrderStatus } from './statuses.ts'
import { orderNumber } from './wire.ts'

type Props = {
  order: Order
  to: OrderStatus
  /** Undefined if the email address is not confirmed: then a stranger may have entered the name. */
  buyerName: string | undefined
  shopName: string
  siteUrl: string
  shipment: Shipment | undefined
  message: string
}
type StatusText = { headline: string; sentences: (props: Props & { total: string }) => string[] }

const statusTexts: Partial<Record<OrderStatus, StatusText>> = {
  Confirmed: {
    headline: 'is confirmed',
    sentences: ({ total }) => [
      'Thank you for confirming your order. We are packing it now and will email you when it ships.',
      `You pay ${total} in cash when it arrives.`,
    ],
  },
  Shipped: {
    headline: 'is on its way',
    sentences: ({ total, shipment }) => [
      `We shipped your order today${shipment ? ` with ${shipment.courier}` : ''}.`,
      ...(shipment?.trackingNumber ? [`Its tracking number is ${shipment.trackingNumber}.`] : []),
      `Please have ${total} ready in cash when it arrives.`,
    ],
  },
  Delivered: {
    headline: 'was delivered',
    sentences: () => ['Your order was delivered. If something is wrong with it, please reply to this email.'],
  },
  Canceled: {
    headline: 'was canceled',
    sentences: () => [
      'Your order was canceled. We will not ship it, and there is nothing to pay. You can place a new order at any time.',
    ],
  },
  Returned: {
    headline: 'was returned',
    sentences: () => ['Your order was returned to us. If you did not expect this, please reply to this email.'],
  },
}

export const hasStatusEmail = (to: OrderStatus) => statusTexts[to] !== undefined

const subject = ({ to, order }: Props) => `Order ${orderNumber(order.number)} ${statusTexts[to]?.headline}`

function paragraphs(props: Props): string[] {
  const { order, to, message } = props
  const total = formatMoney(order.currency === 'USD' ? order.totalUsd : order.totalNpr, order.currency)
  return [...(statusTexts[to]?.sentences({ ...props, total }) ?? []), ...(message ? [message] : [])]
}

const greeting = ({ buyerName }: Props) => (buyerName ? [`Dear ${buyerName},`] : [])

const orderUrl = ({ siteUrl, order }: Props) => `${siteUrl}/profile?tab=MyOrders&order=${orderNumber(order.number)}`

export const orderStatusEmail: EmailTemplate<Props> = {
  name: 'order-status',
  subject,
  Body: (props) => (
    <EmailLayout shopName={props.shopName} preview={paragraphs(props)[0] ?? ''}>
      <Title>{subject(props)}</Title>
      {[...greeting(props), ...paragraphs(props)].map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      <ButtonLink href={orderUrl(props)}>See this order</ButtonLink>
    </EmailLayout>
  ),
  text: (props) =>
    [subject(props), ...greeting(props), ...paragraphs(props), `See this order: ${orderUrl(props)}`].join('\n\n'),
}
