import { describe, expect, test } from 'vitest'
import type { Actor } from '#modules/accounts/sessions.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Audience } from '#shared/endpoint.ts'
import { roles as allRoles } from '#shared/rights.ts'
import { hashSecret } from '#shared/secrets.ts'
import { actorOf, ownIdNames, refuseOtherUsers, requireActor } from './access.ts'

const token = 'a'.repeat(43)
const actor = (role: Actor['role'], sessionToken = token): Actor => ({
  userId: 'asha',
  role,
  email: 'asha@people.example',
  emailConfirmed: true,
  name: 'Asha',
  session: hashSecret(sessionToken),
})

/** A database with one session. */
const dbWithSession = (actor: Actor) => ({ execute: async () => ({ rows: [actor] }) }) as unknown as Db
const requestWith = (authorization?: string) =>
  ({
    headers: { get: (name: string) => (name === 'authorization' ? (authorization ?? null) : null) },
  }) as unknown as Request

describe('actorOf', () => {
  test.each([`Bearer ${token}`, `bearer ${token}`, `BEARER ${token}`])(
    'finds the session of the header %s',
    async (header) => {
      expect(await actorOf(dbWithSession(actor('Customer')), requestWith(header))).toEqual(actor('Customer'))
    },
  )

  test('accepts a token of up to 200 letters, digits, dashes and underscores', async () => {
    const long = 'Az09_-'.repeat(40).slice(0, 200)
    expect(await actorOf(dbWithSession(actor('Customer', long)), requestWith(`Bearer ${long}`))).toBeDefined()
  })

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['no token', 'Bearer '],
    ['the token alone', token],
    ['text before', `x Bearer ${token}`],
    ['text after', `Bearer ${token} x`],
    ['another scheme', `Basic ${token}`],
    ['two spaces', `Bearer  ${token}`],
    ['other letters', `Bearer ${token}!`],
    ['a token that is too long', `Bearer ${'a'.repeat(201)}`],
  ])('returns undefined for %s without a query', async (_, header) => {
    expect(await actorOf({} as Db, requestWith(header))).toBeUndefined()
    const refused = { code: 'unauthenticated', message: 'Please sign in first.' }
    await expect(requireActor('customer', {} as Db, requestWith(header))).rejects.toMatchObject(refused)
  })

  test('returns undefined for an unknown token', async () => {
    expect(await actorOf(dbWithSession(actor('Customer')), requestWith(`Bearer ${'b'.repeat(43)}`))).toBeUndefined()
  })
})

test.each([
  ['customer', ['Customer', 'Packer', 'Manager', 'Owner']],
  ['orders', ['Packer', 'Manager', 'Owner']],
  ['settings', ['Manager', 'Owner']],
  ['staffMembers', ['Owner']],
] as const)('requireActor for %s admits %j', async (audience, roles) => {
  const admitted: string[] = []
  for (const role of allRoles) {
    const outcome = await requireActor(audience, dbWithSession(actor(role)), requestWith(`Bearer ${token}`)).catch(
      (error: unknown) => error,
    )
    if ((outcome as Actor).role === role) admitted.push(role)
    else expect(outcome).toMatchObject({ code: 'forbidden' })
  }
  expect(admitted).toEqual(roles)
})

describe('refuseOtherUsers', () => {
  const refused = { code: 'forbidden', message: 'This belongs to another account.' }
  const check = (
    fields: Record<string, unknown>,
    audience: Audience = 'customer',
    caller: Actor | undefined = actor('Customer'),
  ) => refuseOtherUsers(audience, caller, fields)

  test.each(ownIdNames)('rejects the id of another user in %s', (name) => {
    expect(() => check({ [name]: 'maya' })).toThrow(expect.objectContaining(refused))
    expect(() => check({ [name]: null })).toThrow(expect.objectContaining(refused))
    expect(() => check({ [name]: 'asha' })).not.toThrow()
  })

  test('accepts a missing id and ignores other fields', () => {
    expect(ownIdNames).toEqual(['userId', 'id'])
    expect(() => check({ userId: undefined, orderId: 'maya' })).not.toThrow()
  })

  test('rejects an id without an actor', () => {
    expect(() => refuseOtherUsers('customer', undefined, { userId: 'asha' })).toThrow(expect.objectContaining(refused))
  })

  test.each(['public', 'orders', 'staffMembers'] as const)('does not apply to %s calls', (audience) => {
    expect(() => check({ userId: 'maya' }, audience)).not.toThrow()
  })
})
