import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { listMails, rawMail, readLatestMail, readMail } from '#modules/email/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { plainPage } from './plain-page.ts'

/** Where mails are read while no SMTP server is set. Never mounted in production. */
export function createMailbox({ db, owner }: Shop): Hono {
  const mailbox = new Hono()
  mailbox.get('/', async (c) => {
    const mails = await listMails(db)
    const rows = mails.map(
      ({ id, toAddress, subject, state, createdAt }) =>
        html`<tr><td><a href="/dev/mailbox/${id}">${subject}</a></td><td>${toAddress}</td><td>${state}</td><td>${createdAt.toISOString()}</td></tr>`,
    )
    const list =
      rows.length > 0
        ? html`<table><thead><tr><th>Subject</th><th>To</th><th>State</th><th>Queued</th></tr></thead><tbody>${rows}</tbody></table>`
        : html`<p>No mail yet.</p>`
    return c.html(plainPage('Mailbox', html`<h1>Mailbox</h1>${list}`))
  })
  mailbox.get('/latest', async (c) => {
    const mail = await readLatestMail(db, c.req.query('address') ?? '')
    return c.text(await rawMail(mail, (await owner.current()).mailFrom))
  })
  mailbox.get('/:id', async (c) => {
    const mail = await readMail(db, c.req.param('id'))
    return c.html(
      plainPage(
        mail.subject,
        html`<p><a href="/dev/mailbox">Mailbox</a></p><h1>${mail.subject}</h1><p>To ${mail.toAddress}</p>
        <iframe title="The mail as HTML" src="/dev/mailbox/${mail.id}/html"></iframe><h2>Text</h2><pre>${mail.text}</pre>
        <p><a href="/dev/mailbox/${mail.id}/raw">Source</a></p>`,
      ),
    )
  })
  mailbox.get('/:id/html', async (c) => {
    const mail = await readMail(db, c.req.param('id'))
    // Mail programs know only styles inside the mail, so this one answer allows them, in a sandbox without scripts.
    c.header(
      'Content-Security-Policy',
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
    )
    c.header('X-Frame-Options', 'SAMEORIGIN')
    return c.html(raw(mail.html))
  })
  mailbox.get('/:id/raw', async (c) => {
    const mail = await readMail(db, c.req.param('id'))
    return c.text(await rawMail(mail, (await owner.current()).mailFrom))
  })
  return mailbox
}
