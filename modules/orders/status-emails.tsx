import { renderToStaticMarkup } from 'react-dom/server'
import { ButtonLink, Letter, Title, Words } from '#modules/email/template.tsx'
import { formatMoney } from '#shared/money.ts'
import type { Order, Shipment } from './schema.ts'
import type { OrderState } from './statuses.ts'
import { orderNumber } from './wire.ts'

type News = {
  order: Order
  /** Nothing where the email address was never confirmed: then the name may be a stranger's words. */
  buyerName: string | undefined
  shopName: string
  siteUrl: string
  shipment: Shipment | undefined
  words: string
}
type Told = { headline: string; sentences: (news: News & { total: string }) => string[] }

const told: Partial<Record<OrderState, Told>> = {
  Confirmed: {
    headline: 'is confirmed',
    sentences: ({ total }) => [
      'Thank you for confirming your order. It is being packed now, and we write again when it leaves us.',
      `You pay ${total} in cash when it arrives.`,
    ],
  },
  Shipped: {
    headline: 'is on its way',
    sentences: ({ total, shipment }) => [
      `Your order left us today${shipment ? ` with ${shipment.courier}` : ''}.`,
      ...(shipment?.trackingNumber ? [`Its tracking number is ${shipment.trackingNumber}.`] : []),
      `Please have ${total} ready in cash.`,
    ],
  },
  Delivered: {
    headline: 'has arrived',
    sentences: () => ['Your order was delivered. If anything is not as it should be, please answer this mail.'],
  },
  Canceled: {
    headline: 'was cancelled',
    sentences: () => ['Your order will not be sent, and there is nothing to pay.'],
  },
  Returned: {
    headline: 'came back to us',
    sentences: () => ['Your order is back with us. If that was not what you wanted, please answer this mail.'],
  },
}

/** What the buyer reads when the shop has moved an order on; nothing where there is nothing to tell. */
export function moveLetter(to: OrderState, news: News): { subject: string; html: string; text: string } | undefined {
  const about = told[to]
  if (!about) return undefined
  const { order, buyerName, shopName, siteUrl, words } = news
  const total = formatMoney(order.currency === 'USD' ? order.totalUsd : order.totalNpr, order.currency)
  const subject = `Order ${orderNumber(order.number)} ${about.headline}`
  const greeting = buyerName ? [`Dear ${buyerName},`] : []
  const paragraphs = [...greeting, ...about.sentences({ ...news, total }), ...(words ? [words] : [])]
  const link = `${siteUrl}/profile?tab=MyOrders&order=${orderNumber(order.number)}`
  const html = renderToStaticMarkup(
    <Letter shopName={shopName} preview={paragraphs[greeting.length] ?? subject}>
      <Title>{subject}</Title>
      {paragraphs.map((paragraph) => (
        <Words key={paragraph}>{paragraph}</Words>
      ))}
      <ButtonLink href={link}>See this order</ButtonLink>
    </Letter>,
  )
  return {
    subject,
    html: `<!doctype html>${html}`,
    text: [subject, ...paragraphs, `See this order: ${link}`].join('\n\n'),
  }
}
