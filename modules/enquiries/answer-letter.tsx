import { Letter, Title, Words } from '#modules/mail/letter.tsx'

type Props = { name: string; asked: string; message: string; from: string }

export function AnswerLetter({ name, asked, message, from }: Props) {
  return (
    <Letter preview={message.slice(0, 90)}>
      <Title>Your message to ALPINE</Title>
      <Words>Dear {name},</Words>
      <div style={{ whiteSpace: 'pre-wrap', margin: '0 0 16px' }}>{message}</div>
      <Words>{from}, ALPINE</Words>
      <div style={{ borderTop: '1px solid #E4E1DB', paddingTop: 16, color: '#5E5B56', fontSize: 14 }}>
        <div style={{ margin: '0 0 8px' }}>You wrote:</div>
        <div style={{ whiteSpace: 'pre-wrap' }}>{asked}</div>
      </div>
    </Letter>
  )
}
