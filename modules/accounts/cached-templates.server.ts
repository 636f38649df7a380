import { type Rendered, renderLetter } from '#modules/email/service.server.ts'
import type { Content } from './email-templates.tsx'

export type WriteAround = (shopName: string, link: string) => Content
type Form = Rendered & { shopName: string; subject: string }

const blank = 'https://link.invalid/'
const forms = new WeakMap<WriteAround, Form>()

/** From one reader to the next only the link differs, so a letter is rendered once and the link put in: see 0061. */
export async function letterAround(link: string, shopName: string, write: WriteAround) {
  let form = forms.get(write)
  if (form?.shopName !== shopName) {
    const { subject, body } = write(shopName, blank)
    form = { shopName, subject, ...(await renderLetter(body)) }
    forms.set(write, form)
  }
  const { subject, html, text } = form
  return { subject, html: html.replaceAll(blank, () => inHtml(link)), text: text.replaceAll(blank, () => link) }
}

/** All that an address written by `URLSearchParams` holds of what HTML would misread. */
function inHtml(link: string): string {
  return link.replaceAll('&', '&amp;')
}
