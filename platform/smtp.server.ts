import type { Transporter } from 'nodemailer'

export type OutgoingEmail = {
  id: string
  date: Date
  from: string
  to: string
  subject: string
  html: string
  text: string
  unsubscribeUrl: string | null
}

export type Smtp = { send(email: OutgoingEmail): Promise<void>; close(): void }

function headersOf(email: OutgoingEmail) {
  const domain = /@([^\s<>@]+)>?$/.exec(email.from)?.[1] ?? 'localhost'
  // An object is always one address; in text, a comma or a colon would make several.
  const { unsubscribeUrl, ...message } = email
  const headers = unsubscribeUrl && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return {
    ...message,
    to: { name: '', address: email.to },
    messageId: `<${email.id}@${domain}>`,
    ...(headers && { headers }),
  }
}

/** `nodemailer` is loaded with the first email, to save memory in a shop that sends none. */
export function connectSmtp(url: string): Smtp {
  let transport: Promise<Transporter> | undefined
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    send: async (email) => {
      transport ??= connect()
      await (await transport).sendMail(headersOf(email))
    },
    close: () => void transport?.then((transporter) => transporter.close()),
  }
}

/** The RFC 5322 source with HTML and text parts. */
export async function rawEmail(email: OutgoingEmail): Promise<string> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
  const message = await new MailComposer(headersOf(email)).compile().build()
  return message.toString('utf8')
}
