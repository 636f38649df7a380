import { ButtonLink, Letter, Title, Words } from '#modules/email/template.tsx'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Quote } from './schema.ts'
import { quantityWords } from './sums.ts'

const cell = { padding: '10px 0', borderTop: '1px solid #E4E1DB', verticalAlign: 'top' } as const
const amount = { ...cell, textAlign: 'right', whiteSpace: 'nowrap' } as const

const both = (npr: number, usd: number) => `${formatMoney(fromWire(usd), 'USD')} / ${formatMoney(fromWire(npr), 'NPR')}`

type Props = {
  shopName: string
  quote: Quote
  /** The name of the confirmed account with this email, if there is one. A stranger may have typed that of the quote. */
  name: string | undefined
  link: string
}

export function QuoteLetter({ shopName, quote, name, link }: Props) {
  return (
    <Letter shopName={shopName} preview={`Quote ${quote.quoteNumber}, valid until ${quote.validUntil}`}>
      <Title>Your quote {quote.quoteNumber}</Title>
      {name && <Words>Dear {name},</Words>}
      <Words>Here is our price for what you asked about. It holds until {quote.validUntil}.</Words>
      <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 24px' }}>
        <tbody>
          {quote.lines.map((line) => (
            <tr key={`${line.productId} ${line.productAttributeId} ${line.unit}`}>
              <td style={cell}>
                {line.productName}
                {line.attributeValue && `, ${line.attributeValue}`}, {quantityWords(line)}
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
      <ButtonLink href={link}>Read and accept</ButtonLink>
    </Letter>
  )
}
