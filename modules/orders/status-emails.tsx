import { type EmailContext, queueEmail } from '#modules/email/service.server.ts'
import { ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'
import type { Db } from '#platform/db.server.ts'
import { formatMoney } from '#shared/money.ts'
import { balanceOf } from './balance.ts'
import type { Order } from './contract.ts'
import type { OrderStatus, TransitionedBy } from './statuses.ts'
import { orderNumber } from './wire.ts'

type Props = {
  order: Order
  to: OrderStatus
  /** Undefined if the email address is not confirmed: then a stranger may have entered the name. */
  buyerName: string | undefined
  shopName: string
  siteUrl: string
  shipment: { courier: string; trackingNumber: string } | undefined
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

type Context = EmailContext & { shopName: string; siteUrl: string; undoSeconds: number }
type Recipient = { userId: string | null; name: string; email: string; emailConfirmed: boolean }
type StatusEmail = { to: OrderStatus; shipment?: Props['shipment'] | null; message: string; by: TransitionedBy }

/**
 * Returns the id of the email, if one is sent. An email about a change by the shop waits until it can no longer be
 * undone.
 */
export async function queueStatusEmail(
  tx: Db,
  context: Context,
  { order, buyer }: { order: Order; buyer: Recipient },
  { to, shipment, message, by }: StatusEmail,
): Promise<string | undefined> {
  if (!statusTexts[to] || !buyer.email) return undefined
  const { shopName, siteUrl, undoSeconds } = context
  const purpose = by === 'customer' ? ('cancellation' as const) : ('orderStatus' as const)
  const waitSeconds = by === 'customer' ? 0 : undoSeconds
  const buyerName = buyer.emailConfirmed ? buyer.name : undefined
  const props = { order, to, buyerName, shopName, siteUrl, shipment: shipment ?? undefined, message }
  return queueEmail(
    tx,
    context,
    { purpose, to: buyer.email, userId: buyer.userId, waitSeconds },
    orderStatusEmail,
    props,
  )
}

const subject = ({ to, order }: Props) => `Order ${orderNumber(order.number)} ${statusTexts[to]?.headline}`

function paragraphs(props: Props): string[] {
  const { order, to, message } = props
  const total = formatMoney(balanceOf(order).owed, order.currency)
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
