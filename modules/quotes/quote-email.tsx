import { Amounts, ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Quote } from './contract.ts'
import { formatQuantity } from './sums.ts'

const both = (npr: number, usd: number) => `${formatMoney(fromWire(usd), 'USD')} / ${formatMoney(fromWire(npr), 'NPR')}`

type Props = {
  shopName: string
  quote: Quote
  /** Name of the confirmed account with this email; the name on the quote may come from a stranger. */
  name: string | undefined
  link: string
}

export const quoteEmail: EmailTemplate<Props> = {
  name: 'quote',
  subject: ({ quote }) => `Your quote ${quote.quoteNumber}`,
  Body: ({ shopName, quote, name, link }) => (
    <EmailLayout shopName={shopName} preview={`Quote ${quote.quoteNumber}, valid until ${quote.validUntil}`}>
      <Title>Your quote {quote.quoteNumber}</Title>
      {name && <Paragraph>Dear {name},</Paragraph>}
      <Paragraph>Here is the quote you asked for. It is valid until {quote.validUntil}.</Paragraph>
      <Amounts
        rows={[
          ...quote.lines.map((line) => ({
            key: `${line.productId} ${line.productAttributeId} ${line.unit}`,
            label: (
              <>
                {line.productName}
                {line.attributeValue && `, ${line.attributeValue}`}, {formatQuantity(line)}
              </>
            ),
            price: both(line.total, line.totalInUSD),
          })),
          { key: 'shipping', label: 'Shipping', price: both(quote.shippingFee, quote.shippingFeeInUSD) },
          { key: 'total', label: 'Total', price: both(quote.total, quote.totalInUSD) },
        ]}
      />
      {quote.deposit > 0 && (
        <Paragraph>
          A deposit of {both(quote.deposit, quote.depositInUSD)} is due before we begin. You pay it by transfer or in
          cash, and the rest in cash when your order arrives.
        </Paragraph>
      )}
      {quote.note && <div style={{ whiteSpace: 'pre-wrap', margin: '0 0 16px' }}>{quote.note}</div>}
      <ButtonLink href={link}>View and accept quote</ButtonLink>
    </EmailLayout>
  ),
}
