import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { emailSource, listEmails, readEmail, readLatestEmail } from '#modules/email/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { plainPage } from './plain-page.ts'

/** Shows emails while no SMTP server is set. Never mounted in production. */
export function createMailbox({ db, ownerSettings }: Shop): Hono {
  const mailbox = new Hono()
  mailbox.get('/', async (c) => {
    const emails = await listEmails(db)
    const rows = emails.map(
      ({ id, toAddress, subject, status, createdAt }) =>
        html`<tr><td><a href="/dev/mailbox/${id}">${subject}</a></td><td>${toAddress}</td><td>${status}</td><td>${createdAt.toISOString()}</td></tr>`,
    )
    const list =
      rows.length > 0
        ? html`<table class="emails"><thead><tr><th>Subject</th><th>To</th><th>Status</th><th>Queued</th></tr></thead><tbody>${rows}</tbody></table>`
        : html`<p>No emails yet.</p>`
    return c.html(plainPage('Mailbox', html`<h1>Mailbox</h1>${list}`))
  })
  mailbox.get('/latest', async (c) => {
    const email = await readLatestEmail(db, c.req.query('address') ?? '')
    return c.text(await emailSource(email, (await ownerSettings.current()).mailFrom))
  })
  mailbox.get('/:id', async (c) => {
    const email = await readEmail(db, c.req.param('id'))
    return c.html(
      plainPage(
        email.subject,
        html`<p><a href="/dev/mailbox">Mailbox</a></p><h1>${email.subject}</h1><p>To ${email.toAddress}</p>
        <iframe title="Email as HTML" src="/dev/mailbox/${email.id}/html"></iframe><h2>Text</h2><pre>${email.text}</pre>
        <p><a href="/dev/mailbox/${email.id}/raw">Source</a></p>`,
      ),
    )
  })
  mailbox.get('/:id/html', async (c) => {
    const email = await readEmail(db, c.req.param('id'))
    // Email clients support only inline styles, so this response allows them, in a sandbox without scripts.
    c.header(
      'Content-Security-Policy',
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
    )
    c.header('X-Frame-Options', 'SAMEORIGIN')
    return c.html(raw(email.html))
  })
  mailbox.get('/:id/raw', async (c) => {
    const email = await readEmail(db, c.req.param('id'))
    return c.text(await emailSource(email, (await ownerSettings.current()).mailFrom))
  })
  return mailbox
}
