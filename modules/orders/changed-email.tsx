import { type EmailContext, queueEmail } from '#modules/email/service.server.ts'
import { Amounts, ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'
import type { Db } from '#platform/db.server.ts'
import { formatMoney } from '#shared/money.ts'
import { balanceOf } from './balance.ts'
import type { LockedOrder } from './changes-repo.server.ts'
import type { Order } from './contract.ts'
import { hasPlace } from './draft.ts'
import { addressLines, asText, lineRows, totalRows } from './order-email.tsx'
import type { OrderStatus } from './statuses.ts'
import { orderNumber } from './wire.ts'

export type ChangedEmailContext = EmailContext & { shopName: string; siteUrl: string; undoSeconds: number }
type Shop = { shopName: string; siteUrl: string }
/** `buyerName` is undefined if the email address is not confirmed: then nothing that the buyer entered is in the email. */
export type Props = Shop & { order: Order; buyerName: string | undefined }

/** Returns the id of the email, if one is sent. */
export async function queueChangedEmail(
  tx: Db,
  context: ChangedEmailContext,
  { order, buyer }: LockedOrder,
): Promise<string | undefined> {
  if (!buyer.email) return undefined
  const { shopName, siteUrl, undoSeconds } = context
  const envelope = { purpose: 'orderStatus', to: buyer.email, userId: buyer.userId, waitSeconds: undoSeconds } as const
  const buyerName = buyer.emailConfirmed ? buyer.name : undefined
  return queueEmail(tx, context, envelope, orderChangedEmail, { order, buyerName, shopName, siteUrl })
}

export async function queueCorrectionEmail(
  tx: Db,
  context: ChangedEmailContext,
  { order, buyer }: LockedOrder,
  statuses: { wrong: OrderStatus; right: OrderStatus },
): Promise<string | undefined> {
  if (!buyer.email) return undefined
  const { shopName, siteUrl } = context
  const envelope = { purpose: 'orderStatus', to: buyer.email, userId: buyer.userId } as const
  const buyerName = buyer.emailConfirmed ? buyer.name : undefined
  return queueEmail(tx, context, envelope, orderCorrectionEmail, { order, buyerName, shopName, siteUrl, ...statuses })
}

export const orderUrl = ({ siteUrl, order }: Props) =>
  `${siteUrl}/profile?tab=MyOrders&order=${orderNumber(order.number)}`
export const greeting = ({ buyerName }: Props) => (buyerName ? [`Dear ${buyerName},`] : [])
const rowsOf = ({ order, buyerName }: Props) => [...(buyerName ? lineRows(order) : []), ...totalRows(order)]
const changedSubject = ({ order }: Props) => `Order ${orderNumber(order.number)} was changed`

function changedSentences({ order }: Props): string[] {
  return [
    'We changed your order as agreed. This is how it is now.',
    `You pay ${formatMoney(balanceOf(order).owed, order.currency)} in cash when it arrives.`,
  ]
}

const showsAddress = ({ buyerName, order }: Props) => Boolean(buyerName) && hasPlace(order.address)

export const orderChangedEmail: EmailTemplate<Props> = {
  name: 'order-changed',
  subject: changedSubject,
  Body: (props) => (
    <EmailLayout shopName={props.shopName} preview={changedSentences(props)[1] ?? ''}>
      <Title>{changedSubject(props)}</Title>
      {[...greeting(props), ...changedSentences(props)].map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      <Amounts rows={rowsOf(props)} />
      {showsAddress(props) && (
        <>
          <Paragraph>Shipping address:</Paragraph>
          <Paragraph>{addressLines(props.order).join(', ')}</Paragraph>
        </>
      )}
      <ButtonLink href={orderUrl(props)}>See this order</ButtonLink>
    </EmailLayout>
  ),
  text: (props) =>
    [
      changedSubject(props),
      ...greeting(props),
      ...changedSentences(props),
      asText(rowsOf(props)),
      ...(showsAddress(props) ? [['Shipping address:', ...addressLines(props.order)].join('\n')] : []),
      `See this order: ${orderUrl(props)}`,
    ].join('\n\n'),
}

type CorrectionProps = Props & { wrong: OrderStatus; right: OrderStatus }

const statusPhrases: Record<OrderStatus, string> = {
  Pending: 'waiting for your confirmation',
  Confirmed: 'confirmed, but not shipped yet',
  Shipped: 'on its way to you',
  Delivered: 'delivered',
  Canceled: 'canceled',
  Returned: 'returned',
}

const correctionSubject = ({ order }: CorrectionProps) => `Correction for order ${orderNumber(order.number)}`

const correctionSentences = ({ wrong, right }: CorrectionProps) => [
  `We told you that your order is ${statusPhrases[wrong]}. That was a mistake, and we are sorry.`,
  `Your order is ${statusPhrases[right]}.`,
]

export const orderCorrectionEmail: EmailTemplate<CorrectionProps> = {
  name: 'order-correction',
  subject: correctionSubject,
  Body: (props) => (
    <EmailLayout shopName={props.shopName} preview={correctionSentences(props)[1] ?? ''}>
      <Title>{correctionSubject(props)}</Title>
      {[...greeting(props), ...correctionSentences(props)].map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      <ButtonLink href={orderUrl(props)}>See this order</ButtonLink>
    </EmailLayout>
  ),
  text: (props) =>
    [
      correctionSubject(props),
      ...greeting(props),
      ...correctionSentences(props),
      `See this order: ${orderUrl(props)}`,
    ].join('\n\n'),
}
