import { ButtonLink, EmailLayout, Paragraph, Title } from '#modules/email/template.tsx'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Quote } from './schema.ts'
import { formatQuantity } from './sums.ts'

const cell = { padding: '10px 0', borderTop: '1px solid #E4E1DB', verticalAlign: 'top' } as const
const amount = { ...cell, textAlign: 'right', whiteSpace: 'nowrap' } as const

const both = (npr: number, usd: number) => `${formatMoney(fromWire(usd), 'USD')} / ${formatMoney(fromWire(npr), 'NPR')}`

type Props = {
  shopName: string
  quote: Quote
  /** Name of the confirmed account with this email; the name on the quote may come from a stranger. */
  name: string | undefined
  link: string
}

export function QuoteEmail({ shopName, quote, name, link }: Props) {
  return (
    <EmailLayout shopName={shopName} preview={`Quote ${quote.quoteNumber}, valid until ${quote.validUntil}`}>
      <Title>Your quote {quote.quoteNumber}</Title>
      {name && <Paragraph>Dear {name},</Paragraph>}
      <Paragraph>Here is the quote you asked for. It is valid until {quote.validUntil}.</Paragraph>
      <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 24px' }}>
        <tbody>
          {quote.lines.map((line) => (
            <tr key={`${line.productId} ${line.productAttributeId} ${line.unit}`}>
              <td style={cell}>
                {line.productName}
                {line.attributeValue && `, ${line.attributeValue}`}, {formatQuantity(line)}
              </td>
              <td style={amount}>{both(line.total, line.totalInUSD)}</td>
            </tr>
          ))}
          <tr>
            <td style={cell}>Shipping</td>
            <td style={amount}>{both(quote.shippingFee, quote.shippingFeeInUSD)}</td>
          </tr>
          <tr>
            <td style={cell}>Total</td>
            <td style={amount}>{both(quote.total, quote.totalInUSD)}</td>
          </tr>
        </tbody>
      </table>
      {quote.note && <div style={{ whiteSpace: 'pre-wrap', margin: '0 0 16px' }}>{quote.note}</div>}
      <ButtonLink href={link}>View and accept quote</ButtonLink>
    </EmailLayout>
  )
}
