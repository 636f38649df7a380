import { describe, expect, test } from 'vitest'
import type { Actor } from '#modules/accounts/sessions.server.ts'
import type { Db } from '#platform/db.server.ts'
import { hashSecret } from '#shared/secrets.ts'
import { type Audience, actorOf, admit, ownIdNames, refuseOthers } from './access.ts'

const token = 'a'.repeat(43)
const actor = (role: Actor['role'], held = token): Actor => ({
  userId: 'asha',
  role,
  email: 'asha@people.example',
  emailConfirmed: true,
  name: 'Asha',
  session: hashSecret(held),
})

/** A database that knows one session. */
const knowing = (known: Actor) =>
  ({ _: { session: { prepareQuery: () => ({ execute: async () => ({ rows: [known] }) }) } } }) as unknown as Db
const saying = (authorization?: string) =>
  ({
    headers: { get: (name: string) => (name === 'authorization' ? (authorization ?? null) : null) },
  }) as unknown as Request

describe('whoever calls', () => {
  test.each([`Bearer ${token}`, `bearer ${token}`, `BEARER ${token}`])('is known by the header %s', async (header) => {
    expect(await actorOf(knowing(actor('Customer')), saying(header))).toEqual(actor('Customer'))
  })

  test('may hold a token of up to 200 letters, digits, dashes and underscores', async () => {
    const long = 'Az09_-'.repeat(40).slice(0, 200)
    expect(await actorOf(knowing(actor('Customer', long)), saying(`Bearer ${long}`))).toBeDefined()
  })

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['no token', 'Bearer '],
    ['the token alone', token],
    ['words before', `x Bearer ${token}`],
    ['words after', `Bearer ${token} x`],
    ['another scheme', `Basic ${token}`],
    ['two spaces', `Bearer  ${token}`],
    ['other letters', `Bearer ${token}!`],
    ['a token that is too long', `Bearer ${'a'.repeat(201)}`],
  ])('with %s is nobody, and nothing is asked', async (_, header) => {
    expect(await actorOf({} as Db, saying(header))).toBeUndefined()
    const refused = { code: 'unauthenticated', message: 'Please sign in first.' }
    await expect(admit('customer', {} as Db, saying(header))).rejects.toMatchObject(refused)
  })

  test('with a token that nobody holds is nobody', async () => {
    expect(await actorOf(knowing(actor('Customer')), saying(`Bearer ${'b'.repeat(43)}`))).toBeUndefined()
  })
})

test.each([
  ['customer', ['Customer', 'Staff', 'Admin']],
  ['staff', ['Staff', 'Admin']],
  ['admin', ['Admin']],
] as const)('a call for %s admits %j', async (audience, roles) => {
  const admitted: string[] = []
  for (const role of ['Customer', 'Staff', 'Admin'] as const) {
    const outcome = await admit(audience, knowing(actor(role)), saying(`Bearer ${token}`)).catch(
      (error: unknown) => error,
    )
    if ((outcome as Actor).role === role) admitted.push(role)
    else expect(outcome).toMatchObject({ code: 'forbidden', message: 'This is not open to your account.' })
  }
  expect(admitted).toEqual(roles)
})

describe('a customer', () => {
  const refused = { code: 'forbidden', message: 'This belongs to another account.' }
  const says = (
    said: Record<string, unknown>,
    audience: Audience = 'customer',
    who: Actor | undefined = actor('Customer'),
  ) => refuseOthers(audience, who, said)

  test.each(ownIdNames)('speaks for nobody else by %s', (name) => {
    expect(() => says({ [name]: 'maya' })).toThrow(expect.objectContaining(refused))
    expect(() => says({ [name]: null })).toThrow(expect.objectContaining(refused))
    expect(() => says({ [name]: 'asha' })).not.toThrow()
  })

  test('may leave the id out, or say other things', () => {
    expect(ownIdNames).toEqual(['userId', 'id'])
    expect(() => says({ userId: undefined, orderId: 'maya' })).not.toThrow()
  })

  test('who is not known speaks for nobody', () => {
    expect(() => refuseOthers('customer', undefined, { userId: 'asha' })).toThrow(expect.objectContaining(refused))
  })

  test.each(['public', 'staff', 'admin'] as const)('is not meant by a call for %s', (audience) => {
    expect(() => says({ userId: 'maya' }, audience)).not.toThrow()
  })
})
