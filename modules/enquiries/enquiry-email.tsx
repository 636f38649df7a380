import { Letter, Title, Words } from '#modules/email/template.tsx'

type Props = { shopName: string; title: string; from: [label: string, value: string][]; message: string }

/** What the shop reads when somebody has written to it. */
export function EnquiryLetter({ shopName, title, from, message }: Props) {
  return (
    <Letter shopName={shopName} preview={message.slice(0, 90)}>
      <Title>{title}</Title>
      {from.map(([label, value]) => (
        <Words key={label}>
          {label}: {value}
        </Words>
      ))}
      <div style={{ whiteSpace: 'pre-wrap' }}>{message}</div>
    </Letter>
  )
}
