import { DOMParser, parseHTML } from 'linkedom'
import { SaxesParser } from 'saxes'
import type { APIRequestContext } from './test.ts'

export async function readPage(request: APIRequestContext, url: string) {
  const response = await request.get(url)
  const html = await response.text()
  const { document } = parseHTML(html)
  // HTML attribute names are case-insensitive, but linkedom keeps React's `dateTime` as written.
  for (const element of document.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes]) element.setAttribute(name.toLowerCase(), value)
  return { status: response.status(), headers: response.headers(), html, document }
}

export function textOf(node: Node | null): string {
  return (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
}

export function texts(root: ParentNode, selector: string): string[] {
  return [...root.querySelectorAll(selector)].map(textOf)
}

export function findElement(root: ParentNode, selector: string): Element {
  const found = root.querySelector(selector)
  if (!found) throw new Error(`No element matches ${selector}`)
  return found
}

export const mainOf = (document: Document): Element => findElement(document, 'main')
export const heading = (document: Document): string => texts(document, 'h1').join(' | ')

/** Whether an element has exactly this text. */
export function hasText(root: ParentNode, text: string): boolean {
  return texts(root, '*').includes(text)
}

export function labelOf(element: Element): string {
  const id = element.getAttribute('aria-labelledby')
  return element.getAttribute('aria-label') ?? (id ? textOf(element.ownerDocument.getElementById(id)) : '')
}

export function region(document: Document, name: string): Element {
  const found = [...document.querySelectorAll('section, nav, form')].find((element) => labelOf(element) === name)
  if (!found) throw new Error(`No section, nav or form is labelled ${name}`)
  return found
}

export function links(root: ParentNode): { name: string; href: string }[] {
  return [...root.querySelectorAll('a[href]')].map((link) => ({
    name: link.getAttribute('aria-label') ?? textOf(link),
    href: link.getAttribute('href') ?? '',
  }))
}

/** The href of the first link with this name. */
export function linkTo(root: ParentNode, name: string | RegExp): string | undefined {
  return links(root).find((link) => (typeof name === 'string' ? link.name === name : name.test(link.name)))?.href
}

export function cardNames(document: Document): string[] {
  return texts(document, 'main article :is(h2, h3, h4)')
}

export function card(document: Document, name: string): Element {
  const found = [...document.querySelectorAll('main article')].find((article) => linkTo(article, name))
  if (!found) throw new Error(`No product card is named ${name}`)
  return found
}

export function meta(document: Document, name: string): string | undefined {
  return document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? undefined
}

export function canonical(document: Document): string | undefined {
  return document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? undefined
}

export function structuredData(document: Document): Record<string, unknown>[] {
  const blocks = [...document.querySelectorAll('script[type="application/ld+json"]')]
  return blocks.map(({ textContent }) => JSON.parse(textContent ?? '') as Record<string, unknown>)
}

/** Throws if the XML is not well formed; linkedom alone would accept it. */
export function xmlElements(xml: string, selector: string): string[] {
  new SaxesParser().write(xml).close()
  const document: unknown = new DOMParser().parseFromString(xml, 'text/xml')
  return texts(document as ParentNode, selector)
}
