import type { APIRequestContext } from '@playwright/test'
import { expect } from './expect.ts'

function readable(source: string): string {
  return source
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}

/** Waits until the newest email to somebody holds a text. */
export async function expectEmail(request: APIRequestContext, address: string, text: string): Promise<void> {
  await expect
    .poll(async () => {
      const answer = await request.get(`/dev/mailbox/latest?${new URLSearchParams({ address })}`)
      return answer.ok() ? readable(await answer.text()) : ''
    })
    .toContain(text)
}

/** The link to a page of ours in the newest email to somebody, once it has come. */
export async function linkFromEmail(request: APIRequestContext, address: string, page: string): Promise<string> {
  const link = new RegExp(`https?://[^\\s"<>]*${page}\\?[^\\s"<>]+`)
  let found = ''
  await expect
    .poll(async () => {
      const answer = await request.get(`/dev/mailbox/latest?${new URLSearchParams({ address })}`)
      found = (answer.ok() && link.exec(readable(await answer.text()))?.[0]) || ''
      return found
    })
    .not.toBe('')
  const { pathname, search } = new URL(found.replaceAll('&amp;', '&'))
  return pathname + search
}
