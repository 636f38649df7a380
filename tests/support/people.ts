import { expect, vi } from 'vitest'
import { createAccount } from '#modules/accounts/service.server.ts'
import { startSession } from '#modules/accounts/sessions.server.ts'
import { readLatestMail } from '#modules/email/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import type { Sent } from './answers.ts'

export type Person = { userId: string; email: string; username: string; token: string }

type Said = { role?: 'Customer' | 'Staff' | 'Admin'; password?: string; confirmed?: boolean }

let people = 0

/** Somebody with an account, signed in. Without a password it costs no hashing. */
export async function person(shop: Shop, name: string, { role = 'Customer', password, confirmed = true }: Said = {}) {
  const wanted = name.replaceAll(' ', '')
  const email = `${wanted.toLowerCase()}.${++people}@people.example`
  const passwordHash = password ? await shop.passwords.hash(password) : null
  const { id, username } = await shop.db.transaction((tx) =>
    createAccount(tx, {
      username: wanted,
      email,
      name,
      role,
      passwordHash,
      ...(confirmed ? { confirmedAt: new Date() } : {}),
    }),
  )
  const { token } = await startSession(shop.db, { id, email })
  return { userId: id, email, username, token } satisfies Person
}

type SentAs<M extends string> = Sent<M> & { headers: Record<string, string> }

/** What somebody sends: `shop.fetch('/api/…', as(asha, 'POST', body))`. */
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

/** The link in the newest mail to somebody, once a mail about that has come. */
export async function linkTo(shop: Shop, email: string, path: string): Promise<{ url: URL; token: string }> {
  return vi.waitFor(
    async () => {
      const { text } = await readLatestMail(shop.db, email)
      const [found] = new RegExp(`http\\S+${path}\\?\\S+`).exec(text) ?? []
      expect(found).toBeDefined()
      const url = new URL(found ?? '')
      return { url, token: url.searchParams.get('token') ?? '' }
    },
    { timeout: 15_000, interval: 50 },
  )
}
