import { EmailLayout, Paragraph, Title } from '#modules/email/template.tsx'

type Props = {
  shopName: string
  /** Set only if the account is confirmed. */
  name: string | undefined
  /** The text of the enquiry, set only if this account sent it; otherwise a stranger may have written it. */
  question: string | undefined
  sentAt: string
  message: string
  from: string
}

export function AnswerEmail({ shopName, name, question, sentAt, message, from }: Props) {
  return (
    <EmailLayout shopName={shopName} preview={message.slice(0, 90)}>
      <Title>Your message to {shopName}</Title>
      {name && <Paragraph>Dear {name},</Paragraph>}
      <div style={{ whiteSpace: 'pre-wrap', margin: '0 0 16px' }}>{message}</div>
      <Paragraph>
        {from}, {shopName}
      </Paragraph>
      <div style={{ borderTop: '1px solid #E4E1DB', paddingTop: 16, color: '#5E5B56', fontSize: 14 }}>
        {question ? (
          <>
            <div style={{ margin: '0 0 8px' }}>You wrote:</div>
            <div style={{ whiteSpace: 'pre-wrap' }}>{question}</div>
          </>
        ) : (
          `This is our reply to the message that we received with this email address on ${sentAt.slice(0, 10)}.`
        )}
      </div>
    </EmailLayout>
  )
}
