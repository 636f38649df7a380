import type { Transporter } from 'nodemailer'

export type Letter = { id: string; date: Date; from: string; to: string; subject: string; html: string; text: string }

export type Smtp = { send(letter: Letter): Promise<void>; close(): void }

function headersOf(letter: Letter) {
  const domain = /@([^\s<>@]+)>?$/.exec(letter.from)?.[1] ?? 'localhost'
  // As an object it is one address, whatever it holds; as text a comma or a colon in it would make several.
  return { ...letter, to: { name: '', address: letter.to }, messageId: `<${letter.id}@${domain}>` }
}

/** Loaded with the first letter: a shop that sends none need not hold what sending takes. */
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
    send: async (letter) => {
      transport ??= connect()
      await (await transport).sendMail(headersOf(letter))
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

/** The letter as it would travel: RFC 5322 with its HTML and text parts. */
export async function rawLetter(letter: Letter): Promise<string> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
  const message = await new MailComposer(headersOf(letter)).compile().build()
  return message.toString('utf8')
}
