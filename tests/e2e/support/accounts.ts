import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

export type Person = { firstName: string; lastName: string; email: string; password: string }
export type Session = { token: string; userId: string; userEmail: string }

/** What a page calls by itself for whoever is signed in. */
export const backgroundCalls = ['/api/ShoppingCart', '/api/wishlist']

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

/** A new customer in this page's browser, with the currency chosen before; set once, so that signing out lasts. */
export async function signIn(page: Page, currency: 'USD' | 'NPR' = 'USD'): Promise<Person & Session> {
  const chosen = JSON.stringify({ currency, timestamp: Date.now() })
  await page.addInitScript((value) => {
    if (window.top !== window || window.sessionStorage.getItem('currency brought')) return
    window.sessionStorage.setItem('currency brought', 'yes')
    window.localStorage.setItem('currency', value)
  }, chosen)
  const person = await register(page.request)
  const session = await sessionOf(page.request, person)
  await bringSession(page, session)
  return { ...person, ...session }
}

export const loginForm = (page: Page): Locator => page.getByRole('form', { name: 'Login', exact: true })

/** Fills the form of the login page in, and sends it. */
export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await loginForm(page).getByLabel('Email or username').fill(username)
  await loginForm(page).getByLabel('Password', { exact: true }).fill(password)
  await loginForm(page).getByRole('button', { name: 'Login' }).click()
}

export const registerForm = (page: Page): Locator => page.getByRole('form', { name: 'Register' })

export async function registerByForm(page: Page, { email, password, firstName, lastName }: Person): Promise<void> {
  const form = registerForm(page)
  const values = { Email: email, Password: password, 'First name': firstName, 'Last name': lastName }
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByRole('button', { name: 'Create account' }).click()
}
