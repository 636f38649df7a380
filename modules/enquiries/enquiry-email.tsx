import { EmailLayout, Paragraph, Title } from '#modules/email/template.tsx'

type Props = { shopName: string; title: string; from: [label: string, value: string][]; message: string }

/** Sent to the shop for each new enquiry. */
export function EnquiryEmail({ shopName, title, from, message }: Props) {
  return (
    <EmailLayout shopName={shopName} preview={message.slice(0, 90)}>
      <Title>{title}</Title>
      {from.map(([label, value]) => (
        <Paragraph key={label}>
          {label}: {value}
        </Paragraph>
      ))}
      <div style={{ whiteSpace: 'pre-wrap', margin: '0 0 16px' }}>{message}</div>
      <Paragraph>To reply, open Enquiries in the back office.</Paragraph>
    </EmailLayout>
  )
}
