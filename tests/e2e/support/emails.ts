import type { APIRequestContext } from '@playwright/test'
import { expect } from './expect.ts'

function decodeQuotedPrintable(source: string): string {
  return source
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}

/** Waits until the newest email to the address contains the text. */
export async function expectEmail(request: APIRequestContext, address: string, text: string): Promise<void> {
  await expect
    .poll(async () => {
      const response = await request.get(`/dev/mailbox/latest?${new URLSearchParams({ address })}`)
      return response.ok() ? decodeQuotedPrintable(await response.text()) : ''
    })
    .toContain(text)
}

/** Waits for the newest email to the address and returns its link to the given page. */
export async function linkFromEmail(request: APIRequestContext, address: string, page: string): Promise<string> {
  const link = new RegExp(`https?://[^\\s"<>]*${page}\\?[^\\s"<>]+`)
  let found = ''
  await expect
    .poll(async () => {
      const response = await request.get(`/dev/mailbox/latest?${new URLSearchParams({ address })}`)
      found = (response.ok() && link.exec(decodeQuotedPrintable(await response.text()))?.[0]) || ''
      return found
    })
    .not.toBe('')
  const { pathname, search } = new URL(found.replaceAll('&amp;', '&'))
  return pathname + search
}
