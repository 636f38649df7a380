import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

export type Person = { firstName: string; lastName: string; email: string; password: string }
export type Session = { token: string; userId: string; userEmail: string }

/** What a page looks up by itself for whoever is signed in. */
export const looks = ['/api/ShoppingCart', '/api/wishlist']

/** Somebody whom the shop has never seen. */
export function somebody(): Person {
  const mark = randomBytes(5).toString('hex')
  return {
    firstName: 'Maya',
    lastName: `Tamang${mark}`,
    email: `maya.${mark}@mail.example`,
    password: 'Snow-Leopard-4',
  }
}

export async function register(request: APIRequestContext, person: Person = somebody()): Promise<Person> {
  const { firstName, lastName, email, password } = person
  const answer = await request.post('/api/authentication/register?role=Customer', {
    data: { username: firstName + lastName, email, password, firstName, lastName },
  })
  expect(answer.status()).toBe(201)
  return person
}

export async function sessionOf(
  request: APIRequestContext,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Session> {
  const answer = await request.post('/api/authentication/login', { data: { username: email, password } })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Session
}

/** A browser in which the session was begun before; set once, so that signing out lasts. */
export async function bringSession(page: Page, session: Session): Promise<void> {
  await page.addInitScript((entries) => {
    if (window.top !== window || window.sessionStorage.getItem('session brought')) return
    window.sessionStorage.setItem('session brought', 'yes')
    // The token last, as the shop itself writes them.
    for (const key of ['userId', 'userEmail', 'token'] as const) window.localStorage.setItem(key, entries[key])
  }, session)
}

/** A new customer with a session in this page's browser. */
export async function signedIn(page: Page): Promise<Person & Session> {
  const person = await register(page.request)
  const session = await sessionOf(page.request, person)
  await bringSession(page, session)
  return { ...person, ...session }
}

function readable(source: string): string {
  return source
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}

/** The link to a page of ours in the newest mail to somebody, once it has come. */
export async function linkFromMail(request: APIRequestContext, address: string, page: string): Promise<string> {
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
