import { Paragraph } from '#modules/email/template.tsx'
import type { EmailedOrder } from './emailed-order.ts'

type Props = { order: Pick<EmailedOrder, 'certificates' | 'lines'>; siteUrl: string }

function links({ order, siteUrl }: Props) {
  const nameOf = (position: number) => order.lines.find((line) => line.position === position)?.productName ?? ''
  return order.certificates.map(({ code, position }) => ({
    code,
    name: nameOf(position),
    url: `${siteUrl}/certificate/${code}`,
  }))
}

function remaining({ certificates, lines }: Props['order']): string[] {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0) - certificates.length
  if (count === 0) return []
  return [count === 1 ? 'The last one is in My Orders.' : `The other ${count} are in My Orders.`]
}

const title = 'Your certificates, one for each piece:'

/** Emails queued by an older version have no certificates. */
const hasCertificates = ({ certificates }: Partial<EmailedOrder>) =>
  certificates !== undefined && certificates.length > 0

export function Certificates(props: Props) {
  if (!hasCertificates(props.order)) return null
  return (
    <>
      <Paragraph>{title}</Paragraph>
      <ul style={{ margin: '0 0 16px', paddingLeft: 20 }}>
        {links(props).map(({ code, name, url }) => (
          <li key={code} style={{ margin: '0 0 8px' }}>
            {name}:{' '}
            <a href={url} style={{ color: 'inherit', whiteSpace: 'nowrap' }}>
              {code}
            </a>
          </li>
        ))}
      </ul>
      {remaining(props.order).map((sentence) => (
        <Paragraph key={sentence}>{sentence}</Paragraph>
      ))}
    </>
  )
}

export function certificatesText(props: Props): string[] {
  if (!hasCertificates(props.order)) return []
  return [[title, ...links(props).map(({ name, url }) => `${name}: ${url}`), ...remaining(props.order)].join('\n')]
}
