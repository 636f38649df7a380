import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueToken } from '#modules/accounts/tokens.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, linkTo, person } from '#tests/support/accounts.ts'
import { type Visitor, visitProvider } from '#tests/support/identity-provider.ts'
import {
  browser,
  findUsersByEmail,
  isSignedIn,
  openShopWithIdentityProvider,
  refused,
  signIn,
} from '#tests/support/provider-sign-in.ts'
import type { TestShop } from '#tests/support/shop.ts'

const password = 'Namaste-1234'

let shop: TestShop
beforeAll(async () => {
  shop = await openShopWithIdentityProvider()
})
afterAll(() => shop.close())

describe('linking an account', () => {
  test('with a confirmed email keeps its password and sessions', async () => {
    const maya = await person(shop, 'Maya Rai', { password })
    const { own } = await signIn(shop, { email: maya.email.toUpperCase(), name: 'Maya', verified: true })
    expect((await own.exchangeToken()).body.userId).toBe(maya.userId)
    expect(await isSignedIn(shop, maya)).toBe(true)
    expect((await findUsersByEmail(shop, maya.email))[0]?.password_hash).not.toBeNull()
  })

  test('drops a password that is older than the confirmation of the email, and asks for a new one', async () => {
    const registrant = await person(shop, 'Registrant', { password, confirmed: false })
    const search = new URLSearchParams({ email: registrant.email })
    search.set('token', await shop.db.transaction((tx) => issueToken(tx, registrant.userId, 'confirm-email')))
    expect((await shop.fetch(`/api/authentication/confirm-email?${search}`)).status).toBe(200)
    const { own, landingPath } = await signIn(shop, { email: registrant.email, name: 'Rightful Owner', verified: true })
    expect(landingPath).toBe('/signed-in?choosePassword=1')
    const { body } = await own.exchangeToken()
    expect([body.userId, await isSignedIn(shop, registrant)]).toEqual([registrant.userId, false])
    expect(await findUsersByEmail(shop, registrant.email)).toMatchObject([{ password_hash: null, confirmed: true }])
    const { text } = await latestEmail(shop, registrant.email)
    expect(text).toContain('PLEASE CHOOSE A NEW PASSWORD')
    const { token } = await linkTo(shop, registrant.email, '/reset-password')
    const next = { email: registrant.email, token, password: 'Dhanyabad-5678', confirmPassword: 'Dhanyabad-5678' }
    expect((await shop.fetch('/api/authentication/reset-password', as(undefined, 'POST', next))).status).toBe(200)

    await shop.db.execute(sql`delete from identities where user_id = ${registrant.userId}`)
    const again = await signIn(shop, { email: registrant.email, name: 'Rightful Owner', verified: true })
    expect(again.landingPath).toBe('/signed-in')
    expect((await findUsersByEmail(shop, registrant.email))[0]?.password_hash).not.toBeNull()
  })

  test('drops a password that was changed with the old one after the confirmation', async () => {
    const registrant = await person(shop, 'Quick Registrant', { password, confirmed: false })
    await shop.db.execute(sql`update users set email_confirmed_at = now() where id = ${registrant.userId}`)
    const change = { currentPassword: password, password: 'Dhanyabad-5678', confirmPassword: 'Dhanyabad-5678' }
    const changed = await shop.fetch('/api/authentication/change-password', as(registrant, 'POST', change))
    expect(changed.status).toBe(200)
    await signIn(shop, { email: registrant.email, name: 'Rightful Owner', verified: true })
    expect(await isSignedIn(shop, registrant)).toBe(false)
    expect(await findUsersByEmail(shop, registrant.email)).toMatchObject([{ password_hash: null }])
  })

  test('with an unconfirmed email drops its password and sessions first', async () => {
    const squatter = await person(shop, 'Squatter', { password, confirmed: false })
    const { own } = await signIn(shop, { email: squatter.email, name: 'Rightful Owner', verified: true })
    const { body } = await own.exchangeToken()
    expect(body.userId).toBe(squatter.userId)
    expect(await isSignedIn(shop, squatter)).toBe(false)
    expect(await isSignedIn(shop, body)).toBe(true)
    expect(await findUsersByEmail(shop, squatter.email)).toMatchObject([{ password_hash: null, confirmed: true }])
  })

  test('requires an email that the provider has verified', async () => {
    const victim = await person(shop, 'Victim', { password })
    for (const email of [victim.email, 'new@people.example']) {
      const { own, landingPath } = await signIn(shop, { email, name: 'Eve', verified: false })
      expect(landingPath).toBe(refused)
      expect((await own.exchangeToken()).status).toBe(401)
    }
    expect(await findUsersByEmail(shop, 'new@people.example')).toEqual([])
    const [identities] = await readRows<{ count: number }>(
      shop.db,
      sql`select count(*)::int as count from identities where user_id = ${victim.userId}`,
    )
    expect(identities?.count).toBe(0)
  })

  test('creates one account for two concurrent sign-ins', async () => {
    const twin: Visitor = { email: 'twin@people.example', name: 'Twin', verified: true }
    const visits = await Promise.all(
      [browser(shop), browser(shop)].map(async (own) => ({
        own,
        url: await visitProvider((await own.begin()).href, twin),
      })),
    )
    const landingPath = await Promise.all(visits.map(({ own, url }) => own.followCallback(url)))
    expect(landingPath).toEqual(['/signed-in', '/signed-in'])
    expect(await findUsersByEmail(shop, twin.email)).toHaveLength(1)
  })
})
