import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { first } from '#tests/support/response-types.ts'
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

const add = (person: Person, fields: Record<string, unknown> = {}) =>
  shop.json('/api/addresses', as(person, 'POST', { id: person.userId, ...patan, ...fields }))
const list = async (person: Person) =>
  (await shop.json(`/api/addresses/user/${person.userId}/alladdresses`, as(person))).body
const call = (person: Person | undefined, method: string, path: string, body?: unknown) =>
  shop.fetch(`/api/addresses/${path}`, as(person, method, body))

describe('addresses', () => {
  test('can be added with and without optional fields; the first one is the default', async () => {
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
    const allFields = {
      firstName: 'आशा',
      lastName: 'गुरुङ',
      company: 'Alp <b>',
      phone: '+977 1 5521234',
      email: 'a@b.cc',
    }
    const second = await add(asha, {
      country: 'France',
      state: 'Auvergne',
      city: 'Chamonix',
      zipCode: '',
      ...allFields,
    })
    expect(second.body).toMatchObject({ ...allFields, zipCode: '', isDefault: false })
    expect((await list(asha)).map(({ city }) => city)).toEqual(['Lalitpur', 'Chamonix'])
  })

  test('keep the fields that an update does not send', async () => {
    const chamonix = first((await list(asha)).slice(1))
    const fields = {
      country: 'France',
      state: 'Haute-Savoie',
      city: 'Chamonix',
      streetAddress: '1 Rue Blanche',
      zipCode: '74400',
    }
    const response = await call(asha, 'PUT', chamonix.addressId, fields)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ...chamonix, ...fields })
    expect((await list(asha))[1]).toEqual({ ...chamonix, ...fields })
  })

  test('have at most one default, also after concurrent changes; the default can be deleted', async () => {
    const addresses = await list(asha)
    const second = first(addresses.slice(1))
    const responses = await Promise.all(
      [...addresses, ...addresses].map(({ addressId }) => call(asha, 'PUT', `${addressId}/default`)),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await list(asha)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
    expect(await (await call(asha, 'PUT', `${second.addressId}/default`)).json()).toMatchObject({ isDefault: true })
    expect((await list(asha)).map(({ isDefault }) => isDefault)).toEqual([false, true])
    expect((await call(asha, 'DELETE', second.addressId)).status).toBe(204)
    expect((await list(asha)).map(({ isDefault }) => isDefault)).toEqual([false])
    expect((await call(asha, 'DELETE', second.addressId)).status).toBe(404)
  })

  test('are limited to 20 per account, also when they are added concurrently', async () => {
    const many = await person(shop, 'Many Homes')
    const responses = await Promise.all(Array.from({ length: 23 }, () => add(many)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
    const rejected = responses.find(({ status }) => status === 409)
    expect(rejected?.body.errors?.[0]?.code).toBe('TooManyAddresses')
    expect((await list(many)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
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
  ])('reject %j, name the field and store nothing', async (fields, field) => {
    const before = await list(asha)
    const { status, body } = await add(asha, fields)
    expect(status).toBe(400)
    expect(body.errors?.[0]?.field).toBe(field)
    expect(await list(asha)).toEqual(before)
  })

  test('ignore fields that a client may not set', async () => {
    const sly = await person(shop, 'Sly Fox')
    await add(sly)
    const { body } = await add(sly, { userId: asha.userId, addressId: newId(), isDefault: true })
    expect(body.isDefault).toBe(false)
    expect(await list(sly)).toHaveLength(2)
  })

  test('are read with two statements', async () => {
    const quiet = await testShop()
    const maya = await person(quiet, 'Maya Rai')
    const read = () => quiet.fetch(`/api/addresses/user/${maya.userId}/alladdresses`, as(maya))
    expect(await quiet.countStatements(read)).toBe(2)
  })
})

describe('an address of another user', () => {
  test('cannot be listed or added', async () => {
    expect((await call(eve, 'GET', `user/${asha.userId}/alladdresses`)).status).toBe(403)
    expect((await call(eve, 'POST', '', { ...patan, id: asha.userId })).status).toBe(403)
    expect((await call(undefined, 'GET', `user/${asha.userId}/alladdresses`)).status).toBe(401)
  })

  test('is 404 like a missing one, for every method', async () => {
    const own = first(await list(asha))
    for (const id of [own.addressId, newId(), 'nonsense', "'--"]) {
      for (const [method, path, body] of [
        ['PUT', id, patan],
        ['PUT', `${id}/default`, undefined],
        ['DELETE', id, undefined],
      ] as const) {
        const response = await call(eve, method, path.replaceAll("'", '%27'), body)
        expect([method, path, response.status, await response.json()]).toEqual([
          method,
          path,
          404,
          { message: 'There is no such address.' },
        ])
      }
    }
    expect((await list(asha))[0]).toEqual(own)
    const [{ count } = { count: -1 }] = await readRows<{ count: number }>(
      shop.db,
      sql`select count(*)::int as count from addresses where user_id = ${eve.userId}`,
    )
    expect(count).toBe(0)
  })
})
