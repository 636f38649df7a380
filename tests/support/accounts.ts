import { expect, vi } from 'vitest'
import { createAccount } from '#modules/accounts/service.server.ts'
import { startSession } from '#modules/accounts/sessions.server.ts'
import { readLatestEmail } from '#modules/email/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import type { Role } from '#shared/rights.ts'
import type { RequestOf } from './response-types.ts'
import { allJobsDone } from './shop.ts'

export type Person = { userId: string; email: string; username: string; token: string }

type AccountOptions = { role?: Role; password?: string; confirmed?: boolean }

let accountCount = 0

/** Creates an account and signs it in. Without a password, no hashing is needed. */
export async function person(
  shop: Shop,
  name: string,
  { role = 'Customer', password, confirmed = true }: AccountOptions = {},
) {
  const username = name.replaceAll(' ', '')
  const email = `${username.toLowerCase()}.${++accountCount}@people.example`
  const passwordHash = password ? await shop.passwords.hash(password) : null
  const account = await shop.db.transaction((tx) =>
    createAccount(tx, {
      username,
      email,
      name,
      role,
      passwordHash,
      ...(confirmed ? { confirmedAt: new Date() } : {}),
    }),
  )
  const { token } = await startSession(shop.db, { id: account.id, email })
  return { userId: account.id, email, username: account.username, token } satisfies Person
}

type SentAs<M extends string> = RequestOf<M> & { headers: Record<string, string> }

/** A request of this account: `shop.fetch('/api/…', as(asha, 'POST', body))`. */
export function as(who: Pick<Person, 'token'> | undefined): SentAs<'GET'>
export function as<M extends string = 'GET'>(
  who: Pick<Person, 'token'> | undefined,
  method: M | undefined,
  body?: unknown,
): SentAs<M>
export function as(who: Pick<Person, 'token'> | undefined, method = 'GET', body?: unknown): SentAs<string> {
  const headers: Record<string, string> = {}
  if (who) headers.Authorization = `Bearer ${who.token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return { method, headers, body: body === undefined ? null : JSON.stringify(body) }
}

/** The newest email to the address, after waiting until it is rendered. */
export async function latestEmail(shop: Shop, address: string) {
  await allJobsDone(shop)
  return readLatestEmail(shop.db, address)
}

/** Waits for an email with a link to `path` and returns the link. */
export async function linkTo(shop: Shop, email: string, path: string): Promise<{ url: URL; token: string }> {
  return vi.waitFor(
    async () => {
      const { text } = await readLatestEmail(shop.db, email)
      const [found] = new RegExp(`http\\S+${path}\\?\\S+`).exec(text) ?? []
      expect(found).toBeDefined()
      const url = new URL(found ?? '')
      return { url, token: url.searchParams.get('token') ?? '' }
    },
    { timeout: 15_000, interval: 50 },
  )
}
