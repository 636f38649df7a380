import { ButtonLink, EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'
import { detailsOf, type OrderPlaced, titleOf } from './events.ts'

type NewOrderProps = OrderPlaced & { shopName: string; url: string }

const phoneSentences = ({ phone }: NewOrderProps) => (phone ? [`Phone: ${phone}`] : [])
const newOrderSentence = (props: NewOrderProps) => `${detailsOf(props)} in cash on delivery.`

/** Sent to the shop for each new order. It has a text of its own: making it from the HTML takes ten times as long. */
export const newOrderEmail: EmailTemplate<NewOrderProps> = {
  name: 'new-order',
  subject: titleOf,
  Body: (props) => (
    <EmailLayout shopName={props.shopName} preview={newOrderSentence(props)}>
      <Title>{titleOf(props)}</Title>
      {[newOrderSentence(props), ...phoneSentences(props)].map((sentence) => (
        <Paragraph key={sentence}>{sentence}</Paragraph>
      ))}
      <ButtonLink href={props.url}>Open order</ButtonLink>
    </EmailLayout>
  ),
  text: (props) =>
    [titleOf(props), newOrderSentence(props), ...phoneSentences(props), `Open order: ${props.url}`].join('\n\n'),
}

/** Jobs of earlier versions have no `url`. */
type EnquiryProps = {
  shopName: string
  title: string
  from: [label: string, value: string][]
  message: string
  url?: string
}

/** Sent to the shop for each new enquiry. */
export const enquiryEmail: EmailTemplate<EnquiryProps> = {
  name: 'enquiry',
  subject: ({ title }) => title,
  Body: ({ shopName, title, from, message, url }) => (
    <EmailLayout shopName={shopName} preview={message.slice(0, 90)}>
      <Title>{title}</Title>
      {from.map(([label, value]) => (
        <Paragraph key={label}>
          {label}: {value}
        </Paragraph>
      ))}
      <div style={{ whiteSpace: 'pre-wrap', margin: '0 0 16px' }}>{message}</div>
      {url ? (
        <ButtonLink href={url}>Open enquiry</ButtonLink>
      ) : (
        <Paragraph>To reply, open Enquiries in the back office.</Paragraph>
      )}
    </EmailLayout>
  ),
}
