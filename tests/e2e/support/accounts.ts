import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

export type Person = { firstName: string; lastName: string; email: string; password: string }
export type Session = { token: string; userId: string; userEmail: string }

/** The calls that every page makes for a signed-in user. */
export const backgroundCalls = ['/api/ShoppingCart', '/api/wishlist']

/** A person with a unique email and no account. */
export function newPerson(): Person {
  const suffix = randomBytes(5).toString('hex')
  return {
    firstName: 'Maya',
    lastName: `Tamang${suffix}`,
    email: `maya.${suffix}@mail.example`,
    password: 'Snow-Leopard-4',
  }
}

export async function register(request: APIRequestContext, person: Person = newPerson()): Promise<Person> {
  const { firstName, lastName, email, password } = person
  const response = await request.post('/api/authentication/register?role=Customer', {
    data: { username: firstName + lastName, email, password, firstName, lastName },
  })
  expect(response.status()).toBe(201)
  return person
}

export async function createSession(
  request: APIRequestContext,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Session> {
  const response = await request.post('/api/authentication/login', { data: { username: email, password } })
  expect(response.status()).toBe(200)
  return (await response.json()) as Session
}

/** Stores a session in the browser before the first page loads; only once, so a later logout is not undone. */
export async function storeSession(page: Page, session: Session): Promise<void> {
  await page.addInitScript((entries) => {
    if (window.top !== window || window.sessionStorage.getItem('session stored')) return
    window.sessionStorage.setItem('session stored', 'yes')
    // The token last, in the same order as the shop.
    for (const key of ['userId', 'userEmail', 'token'] as const) window.localStorage.setItem(key, entries[key])
  }, session)
}

/** Signs a new customer in to this browser with a stored currency; only once, so a later logout is not undone. */
export async function signIn(page: Page, currency: 'USD' | 'NPR' = 'USD'): Promise<Person & Session> {
  const storedCurrency = JSON.stringify({ currency, timestamp: Date.now() })
  await page.addInitScript((value) => {
    if (window.top !== window || window.sessionStorage.getItem('currency stored')) return
    window.sessionStorage.setItem('currency stored', 'yes')
    window.localStorage.setItem('currency', value)
  }, storedCurrency)
  const person = await register(page.request)
  const session = await createSession(page.request, person)
  await storeSession(page, session)
  return { ...person, ...session }
}

export const loginForm = (page: Page): Locator => page.getByRole('form', { name: 'Login', exact: true })

/** Submits the form of the login page. */
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
