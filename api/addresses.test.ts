import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import { first } from '#tests/support/answers.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

let shop: TestShop
let asha: Person
let eve: Person
beforeAll(async () => {
  shop = await openTestShop()
  asha = await person(shop, 'Asha Gurung')
  eve = await person(shop, 'Eve Other')
})
afterAll(() => shop.close())

const patan = {
  country: 'Nepal',
  state: 'Bagmati',
  city: 'Lalitpur',
  streetAddress: 'Patan Dhoka 12',
  zipCode: '44700',
}

const add = (who: Person, said: Record<string, unknown> = {}) =>
  shop.json('/api/addresses', as(who, 'POST', { id: who.userId, ...patan, ...said }))
const all = async (who: Person) => (await shop.json(`/api/addresses/user/${who.userId}/alladdresses`, as(who))).body
const call = (who: Person | undefined, method: string, path: string, body?: unknown) =>
  shop.fetch(`/api/addresses/${path}`, as(who, method, body))

describe('an address book', () => {
  test('takes an address with and without the optional parts; the first one is the default', async () => {
    const { status, body } = await add(asha)
    expect(status).toBe(201)
    expect(body).toEqual({
      addressId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...patan,
      firstName: '',
      lastName: '',
      company: '',
      phone: '',
      email: '',
      isDefault: true,
    })
    const whole = { firstName: 'आशा', lastName: 'गुरुङ', company: 'Alp <b>', phone: '+977 1 5521234', email: 'a@b.cc' }
    const second = await add(asha, { country: 'France', state: 'Auvergne', city: 'Chamonix', zipCode: '', ...whole })
    expect(second.body).toMatchObject({ ...whole, zipCode: '', isDefault: false })
    expect((await all(asha)).map(({ city }) => city)).toEqual(['Lalitpur', 'Chamonix'])
  })

  test('changes an address; what is not sent stays', async () => {
    const chamonix = first((await all(asha)).slice(1))
    const said = {
      country: 'France',
      state: 'Haute-Savoie',
      city: 'Chamonix',
      streetAddress: '1 Rue Blanche',
      zipCode: '74400',
    }
    const answer = await call(asha, 'PUT', chamonix.addressId, said)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ...chamonix, ...said })
    expect((await all(asha))[1]).toEqual({ ...chamonix, ...said })
  })

  test('has one default at most, also when two are chosen at once; it can be deleted', async () => {
    const addresses = await all(asha)
    const second = first(addresses.slice(1))
    const answers = await Promise.all(
      [...addresses, ...addresses].map(({ addressId }) => call(asha, 'PUT', `${addressId}/default`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await all(asha)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
    expect(await (await call(asha, 'PUT', `${second.addressId}/default`)).json()).toMatchObject({ isDefault: true })
    expect((await all(asha)).map(({ isDefault }) => isDefault)).toEqual([false, true])
    expect((await call(asha, 'DELETE', second.addressId)).status).toBe(204)
    expect((await all(asha)).map(({ isDefault }) => isDefault)).toEqual([false])
    expect((await call(asha, 'DELETE', second.addressId)).status).toBe(404)
  })

  test('holds twenty, also when they come at once', async () => {
    const many = await person(shop, 'Many Homes')
    const answers = await Promise.all(Array.from({ length: 23 }, () => add(many)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.errors?.[0]?.code).toBe('TooManyAddresses')
    expect((await all(many)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  test.each([
    [{ country: undefined }, 'country'],
    [{ country: 'Atlantis' }, 'country'],
    [{ country: 7 }, 'country'],
    [{ state: '' }, 'state'],
    [{ state: 'x'.repeat(121) }, 'state'],
    [{ city: '   ' }, 'city'],
    [{ city: null }, 'city'],
    [{ streetAddress: undefined }, 'streetAddress'],
    [{ streetAddress: 'a\0b' }, 'streetAddress'],
    [{ streetAddress: ['x'] }, 'streetAddress'],
    [{ zipCode: '1'.repeat(21) }, 'zipCode'],
    [{ zipCode: 44700 }, 'zipCode'],
    [{ firstName: '\u202eevil' }, 'firstName'],
    [{ company: 'x'.repeat(121) }, 'company'],
    [{ phone: 'call me' }, 'phone'],
    [{ email: 'a@b' }, 'email'],
  ])('refuses %j beside its field, and stores nothing', async (said, field) => {
    const before = await all(asha)
    const { status, body } = await add(asha, said)
    expect(status).toBe(400)
    expect(body.errors?.[0]?.field).toBe(field)
    expect(await all(asha)).toEqual(before)
  })

  test('ignores what a client may not say', async () => {
    const sly = await person(shop, 'Sly Fox')
    await add(sly)
    const { body } = await add(sly, { userId: asha.userId, addressId: newId(), isDefault: true })
    expect(body.isDefault).toBe(false)
    expect(await all(sly)).toHaveLength(2)
  })

  test('costs two statements to read', async () => {
    const quiet = await testShop()
    const maya = await person(quiet, 'Maya Rai')
    const read = () => quiet.fetch(`/api/addresses/user/${maya.userId}/alladdresses`, as(maya))
    expect(await quiet.countStatements(read)).toBe(2)
  })
})

describe('somebody else’s address', () => {
  test('cannot be listed, or added for them', async () => {
    expect((await call(eve, 'GET', `user/${asha.userId}/alladdresses`)).status).toBe(403)
    expect((await call(eve, 'POST', '', { ...patan, id: asha.userId })).status).toBe(403)
    expect((await call(undefined, 'GET', `user/${asha.userId}/alladdresses`)).status).toBe(401)
  })

  test('equals a missing one, by every verb', async () => {
    const own = first(await all(asha))
    for (const id of [own.addressId, newId(), 'nonsense', "'--"]) {
      for (const [method, path, body] of [
        ['PUT', id, patan],
        ['PUT', `${id}/default`, undefined],
        ['DELETE', id, undefined],
      ] as const) {
        const answer = await call(eve, method, path.replaceAll("'", '%27'), body)
        expect([method, path, answer.status, await answer.json()]).toEqual([
          method,
          path,
          404,
          { message: 'There is no such address.' },
        ])
      }
    }
    expect((await all(asha))[0]).toEqual(own)
    const [{ count } = { count: -1 }] = await readRows<{ count: number }>(
      shop.db,
      sql`select count(*)::int as count from addresses where user_id = ${eve.userId}`,
    )
    expect(count).toBe(0)
  })
})
