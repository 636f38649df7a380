import { Letter, Title, Words } from '#modules/email/template.tsx'

type Props = {
  shopName: string
  /** Only of a confirmed account. */
  name: string | undefined
  /** The words of the enquiry, if this account sent it. Others may be a stranger's. */
  question: string | undefined
  sentAt: string
  message: string
  from: string
}

export function AnswerLetter({ shopName, name, question, sentAt, message, from }: Props) {
  return (
    <Letter shopName={shopName} preview={message.slice(0, 90)}>
      <Title>Your message to {shopName}</Title>
      {name && <Words>Dear {name},</Words>}
      <div style={{ whiteSpace: 'pre-wrap', margin: '0 0 16px' }}>{message}</div>
      <Words>
        {from}, {shopName}
      </Words>
      <div style={{ borderTop: '1px solid #E4E1DB', paddingTop: 16, color: '#5E5B56', fontSize: 14 }}>
        {question ? (
          <>
            <div style={{ margin: '0 0 8px' }}>You wrote:</div>
            <div style={{ whiteSpace: 'pre-wrap' }}>{question}</div>
          </>
        ) : (
          `This answers the message that we got with this email address on ${sentAt.slice(0, 10)}.`
        )}
      </div>
    </Letter>
  )
}
