import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type Delivered = { recipients: string[]; raw: string }

export type PostOffice = {
  url: string
  delivered: Delivered[]
  /** Addresses that the server does not take. */
  refused: Set<string>
  /** Keeps whoever brings a letter waiting, until it is called open again. */
  holdUp(): () => void
  close(): Promise<void>
}

/** A real SMTP server on this machine, which keeps what it is given. */
export async function openPostOffice(port = 0): Promise<PostOffice> {
  const delivered: Delivered[] = []
  const refused = new Set<string>()
  let passage = Promise.resolve()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      done(refused.has(address) ? new Error(`nobody lives at ${address}`) : null)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        await passage
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
    holdUp: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      passage = promise
      return resolve
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export const smtpUrl = (port: number) => `smtp://127.0.0.1:${port}`

export type Opened = { headers: [name: string, value: string][]; parts: { type: string; body: string }[] }

/** Opens a letter as a mail program does: RFC 5322 headers and the parts of one multipart body. */
export function openLetter(raw: string): Opened {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(valueIn(headers, 'content-type'))?.[1]
  const sections = boundary ? body.split(`--${boundary}`).slice(1, -1) : [raw]
  const parts = sections.map((section) => {
    const part = split(section.replace(/^\r?\n/, ''))
    return { type: valueIn(part.headers, 'content-type').split(';')[0] ?? '', body: decode(part) }
  })
  return { headers, parts }
}

export function header(letter: Opened, name: string): string {
  return valueIn(letter.headers, name)
}

function split(text: string): { headers: Opened['headers']; body: string } {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers, body: rest.join('\n\n') }
}

function valueIn(headers: Opened['headers'], name: string): string {
  return headers.find(([each]) => each === name)?.[1] ?? ''
}

function decode({ headers, body }: ReturnType<typeof split>): string {
  const encoding = valueIn(headers, 'content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
