import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'

export type Letter = { id: string; date: Date; from: string; to: string; subject: string; html: string; text: string }

export type Smtp = { send(letter: Letter): Promise<void>; close(): void }

function headersOf(letter: Letter) {
  const domain = /@([^\s>]+)>?$/.exec(letter.from)?.[1] ?? 'localhost'
  // As an object it is one address, whatever it holds; as text a comma or a colon in it would make several.
  return { ...letter, to: { name: '', address: letter.to }, messageId: `<${letter.id}@${domain}>` }
}

export function connectSmtp(url: string): Smtp {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (letter) => void (await transport.sendMail(headersOf(letter))),
    close: () => transport.close(),
  }
}

/** The letter as it would travel: RFC 5322 with its HTML and text parts. */
export async function rawLetter(letter: Letter): Promise<string> {
  const message = await new MailComposer(headersOf(letter)).compile().build()
  return message.toString('utf8')
}
