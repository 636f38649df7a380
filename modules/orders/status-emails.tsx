import { renderToStaticMarkup } from 'react-dom/server'
import { ButtonLink, EmailLayout, Paragraph, Title } from '#modules/email/template.tsx'
import { formatMoney } from '#shared/money.ts'
import type { Order, Shipment } from './schema.ts'
import type { OrderStatus } from './statuses.ts'
import { orderNumber } from './wire.ts'

type StatusEmailInput = {
  order: Order
  /** Undefined if the email address is not confirmed: then a stranger may have entered the name. */
  buyerName: string | undefined
  shopName: string
  siteUrl: string
  shipment: Shipment | undefined
  message: string
}
type StatusText = { headline: string; sentences: (input: StatusEmailInput & { total: string }) => string[] }

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

/** Returns undefined for a status that has no email. */
export function statusEmail(
  to: OrderStatus,
  input: StatusEmailInput,
): { subject: string; html: string; text: string } | undefined {
  const statusText = statusTexts[to]
  if (!statusText) return undefined
  const { order, buyerName, shopName, siteUrl, message } = input
  const total = formatMoney(order.currency === 'USD' ? order.totalUsd : order.totalNpr, order.currency)
  const subject = `Order ${orderNumber(order.number)} ${statusText.headline}`
  const greeting = buyerName ? [`Dear ${buyerName},`] : []
  const paragraphs = [...greeting, ...statusText.sentences({ ...input, total }), ...(message ? [message] : [])]
  const link = `${siteUrl}/profile?tab=MyOrders&order=${orderNumber(order.number)}`
  const html = renderToStaticMarkup(
    <EmailLayout shopName={shopName} preview={paragraphs[greeting.length] ?? subject}>
      <Title>{subject}</Title>
      {paragraphs.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      <ButtonLink href={link}>See this order</ButtonLink>
    </EmailLayout>,
  )
  return {
    subject,
    html: `<!doctype html>${html}`,
    text: [subject, ...paragraphs, `See this order: ${link}`].join('\n\n'),
  }
}
