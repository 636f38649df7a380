import { queueEmail } from '#modules/email/service.server.ts'
import { ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'
import type { Db } from '#platform/db.server.ts'
import { type ChangedEmailContext, greeting, orderUrl, type Props } from './changed-email.tsx'
import type { LockedOrder } from './changes-repo.server.ts'
import { orderNumber } from './wire.ts'

/** For an order that is on its way. Returns the id of the email, if one is sent. */
export async function queueShipmentEmail(
  tx: Db,
  context: ChangedEmailContext,
  { order, buyer }: LockedOrder,
): Promise<string | undefined> {
  if (!buyer.email || order.status !== 'Shipped') return undefined
  const { shopName, siteUrl, undoSeconds } = context
  const envelope = { purpose: 'orderStatus', to: buyer.email, userId: buyer.userId, waitSeconds: undoSeconds } as const
  const buyerName = buyer.emailConfirmed ? buyer.name : undefined
  return queueEmail(tx, context, envelope, shipmentEmail, { order, buyerName, shopName, siteUrl })
}

const subject = ({ order }: Props) => `New shipment details for order ${orderNumber(order.number)}`

function sentences({ order: { shipment } }: Props): string[] {
  if (!shipment) return []
  const { courier, trackingNumber } = shipment
  return [
    `Your order is on its way with ${courier}.`,
    trackingNumber ? `Its tracking number is ${trackingNumber}.` : 'It has no tracking number.',
  ]
}

export const shipmentEmail: EmailTemplate<Props> = {
  name: 'order-shipment',
  subject,
  Body: (props) => (
    <EmailLayout shopName={props.shopName} preview={sentences(props).join(' ')}>
      <Title>{subject(props)}</Title>
      {[...greeting(props), ...sentences(props)].map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      <ButtonLink href={orderUrl(props)}>See this order</ButtonLink>
    </EmailLayout>
  ),
  text: (props) =>
    [subject(props), ...greeting(props), ...sentences(props), `See this order: ${orderUrl(props)}`].join('\n\n'),
}
