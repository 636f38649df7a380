import { EmailLayout, type EmailTemplate, Paragraph, Title } from '#modules/email/template.tsx'

type AnswerProps = {
  shopName: string
  /** Set only if the recipient has a confirmed account. */
  name: string | undefined
  /** The text of the enquiry, set only if this account sent it; otherwise a stranger may have written it. */
  enquiryText: string | undefined
  enquirySentAt: string
  answer: string
  staffName: string
}

export const answerEmail: EmailTemplate<AnswerProps> = {
  name: 'enquiry-answer',
  subject: ({ shopName }) => `Your message to ${shopName}`,
  Body: ({ shopName, name, enquiryText, enquirySentAt, answer, staffName }) => (
    <EmailLayout shopName={shopName} preview={answer.slice(0, 90)}>
      <Title>Your message to {shopName}</Title>
      {name && <Paragraph>Dear {name},</Paragraph>}
      <div style={{ whiteSpace: 'pre-wrap', margin: '0 0 16px' }}>{answer}</div>
      <Paragraph>
        {staffName}, {shopName}
      </Paragraph>
      <div style={{ borderTop: '1px solid #E4E1DB', paddingTop: 16, color: '#5E5B56', fontSize: 14 }}>
        {enquiryText ? (
          <>
            <div style={{ margin: '0 0 8px' }}>You wrote:</div>
            <div style={{ whiteSpace: 'pre-wrap' }}>{enquiryText}</div>
          </>
        ) : (
          `This is our reply to the message that we received with this email address on ${enquirySentAt.slice(0, 10)}.`
        )}
      </div>
    </EmailLayout>
  ),
}
