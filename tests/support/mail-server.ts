import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type DeliveredEmail = { recipients: string[]; raw: string }

export type MailServer = {
  url: string
  delivered: DeliveredEmail[]
  /** Recipients that the server rejects. */
  refused: Set<string>
  /** Delays every delivery until the returned function is called. */
  delayDelivery(): () => void
  close(): Promise<void>
}

/** Starts an SMTP server on loopback that stores the received emails. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const delivered: DeliveredEmail[] = []
  const refused = new Set<string>()
  let deliveryAllowed = Promise.resolve()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      done(refused.has(address) ? new Error(`unknown recipient ${address}`) : null)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        await deliveryAllowed
        const recipients = envelope.rcptTo.map(({ address }) => address)
        delivered.push({ recipients, raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: smtpUrl((listening.address() as AddressInfo).port),
    delivered,
    refused,
    delayDelivery: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      deliveryAllowed = promise
      return resolve
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export const smtpUrl = (port: number) => `smtp://127.0.0.1:${port}`

export type ParsedEmail = { headers: [name: string, value: string][]; parts: { type: string; body: string }[] }

/** Parses RFC 5322 headers and the parts of one multipart body. */
export function parseEmail(raw: string): ParsedEmail {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headerValue(headers, 'content-type'))?.[1]
  const sections = boundary ? body.split(`--${boundary}`).slice(1, -1) : [raw]
  const parts = sections.map((section) => {
    const part = split(section.replace(/^\r?\n/, ''))
    return { type: headerValue(part.headers, 'content-type').split(';')[0] ?? '', body: decode(part) }
  })
  return { headers, parts }
}

export function header(email: ParsedEmail, name: string): string {
  return headerValue(email.headers, name)
}

function split(text: string): { headers: ParsedEmail['headers']; body: string } {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers, body: rest.join('\n\n') }
}

function headerValue(headers: ParsedEmail['headers'], name: string): string {
  return headers.find(([each]) => each === name)?.[1] ?? ''
}

function decode({ headers, body }: ReturnType<typeof split>): string {
  const encoding = headerValue(headers, 'content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
