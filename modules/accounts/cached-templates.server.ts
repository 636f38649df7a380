import { type RenderedEmail, renderEmail } from '#modules/email/service.server.ts'
import type { EmailContent } from './email-templates.tsx'

export type LinkTemplate = (shopName: string, link: string) => EmailContent
type CachedTemplate = RenderedEmail & { shopName: string; subject: string }

const placeholderLink = 'https://link.invalid/'
const cache = new WeakMap<LinkTemplate, CachedTemplate>()

/** Only the link differs between recipients, so the template is rendered once and the link is inserted: see 0023. */
export async function cachedTemplate(link: string, shopName: string, template: LinkTemplate) {
  let cached = cache.get(template)
  if (cached?.shopName !== shopName) {
    const { subject, body } = template(shopName, placeholderLink)
    cached = { shopName, subject, ...(await renderEmail(body)) }
    cache.set(template, cached)
  }
  const { subject, html, text } = cached
  return {
    subject,
    html: html.replaceAll(placeholderLink, () => escapeLink(link)),
    text: text.replaceAll(placeholderLink, () => link),
  }
}

/** `&` is the only character in a `URLSearchParams` URL that HTML needs escaped. */
function escapeLink(link: string): string {
  return link.replaceAll('&', '&amp;')
}
