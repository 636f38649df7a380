import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addDiscount, newCode } from '#tests/support/discounts.ts'
import { addProducts } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds } from '#tests/support/shopper.ts'

let shop: TestShop
let owner: Person
let bowl: number
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  owner = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
  bowl = (await findProductIds(shop)).product('singing-bowl')
})
afterAll(() => shop.close())

const create = (body: object, who = owner) => shop.json('/api/admin/discounts', as(who, 'POST', body))
const change = (id: number, body: object) => shop.json(`/api/admin/discounts/${id}`, as(owner, 'PUT', body))
const list = (query = '') => shop.json(`/api/admin/discounts?${query}`, as(owner))
const fieldsOf = (body: unknown) => (body as { errors?: { field: string }[] }).errors?.map(({ field }) => field)

describe('a discount', () => {
  test('is stored as entered, with the code in capitals, and read again', async () => {
    const entered = {
      ...{ code: ' dashain-2026 ', percent: null, amount: 500.5, amountInUSD: 4, minimum: 5_000, minimumInUSD: 40 },
      ...{ productIds: [bowl], categoryIds: [1, 3] },
      ...{ startsAt: '2026-10-01T00:00:00+05:45', endsAt: '2090-10-20T00:00:00Z' },
      ...{ maxUses: 100, maxUsesPerCustomer: 1, firstOrderOnly: true, isActive: true },
    }
    const { status, body } = await create(entered)
    expect(status).toBe(201)
    const { productIds: _, ...rest } = entered
    expect(body).toEqual({
      ...rest,
      ...{ discountId: expect.any(Number), version: 1, uses: 0 },
      ...{ code: 'DASHAIN-2026', state: expect.any(String) },
      ...{ products: [{ productId: bowl, name: 'Singing Bowl' }] },
      ...{ startsAt: '2026-09-30T18:15:00.000Z', endsAt: '2090-10-20T00:00:00.000Z' },
    })
    expect((await shop.json(`/api/admin/discounts/${body.discountId}`, as(owner))).body).toEqual(body)
  })

  test('with only a code and a percentage has no limits', async () => {
    expect(await addDiscount(shop, owner)).toMatchObject({
      ...{ percent: 10, amount: null, amountInUSD: null, minimum: 0, minimumInUSD: 0, products: null },
      ...{ categoryIds: null, startsAt: null, endsAt: null, maxUses: null, maxUsesPerCustomer: null },
      ...{ firstOrderOnly: false, isActive: true, state: 'active' },
    })
  })

  test.each<[string, object, string]>([
    ['a short code', { code: 'ABC' }, 'code'],
    ['a code with spaces', { code: 'TEN OFF' }, 'code'],
    ['no value', { percent: null }, 'percent'],
    ['a percentage and amounts', { amount: 5, amountInUSD: 5 }, 'percent'],
    ['only rupees', { percent: null, amount: 5 }, 'amountInUSD'],
    ['only dollars', { percent: null, amountInUSD: 5 }, 'amount'],
    ['0 percent', { percent: 0 }, 'percent'],
    ['101 percent', { percent: 101 }, 'percent'],
    ['half a percent', { percent: 0.5 }, 'percent'],
    ['an amount of 0', { percent: null, amount: 0, amountInUSD: 5 }, 'amount'],
    ['a minimum only in rupees', { minimum: 5 }, 'minimumInUSD'],
    ['a minimum only in dollars', { minimumInUSD: 5 }, 'minimum'],
    ['a negative minimum', { minimum: -1 }, 'minimum'],
    ['an end before its start', { startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }, 'endsAt'],
    ['no products', { productIds: [] }, 'productIds'],
    ['an unknown product', { productIds: [999_999] }, 'productIds'],
    ['an unknown category', { categoryIds: [9] }, 'categoryIds.0'],
    ['0 uses', { maxUses: 0 }, 'maxUses'],
    ['half a use', { maxUsesPerCustomer: 1.5 }, 'maxUsesPerCustomer'],
  ])('with %s is refused', async (_, wrong, field) => {
    const { status, body } = await create({ code: newCode('WRONG'), percent: 10, ...wrong })
    expect([status, fieldsOf(body)]).toEqual([400, [field]])
    expect((await list('q=wrong')).body.rows).toEqual([])
  })

  test('has a code of its own', async () => {
    const [first, second] = [await addDiscount(shop, owner), await addDiscount(shop, owner)]
    const taken = [409, { message: `There is already a discount with the code ${first.code}.` }]
    const created = await create({ code: first.code.toLowerCase(), percent: 5 })
    expect([created.status, created.body]).toMatchObject(taken)
    const changed = await change(second.discountId, { code: first.code, percent: 5, version: second.version })
    expect([changed.status, changed.body]).toMatchObject(taken)
  })

  test('is changed only from the version that was read, and written to the audit log by name', async () => {
    const { discountId, code, version } = await addDiscount(shop, owner, { productIds: [bowl] })
    const edited = await change(discountId, { code, percent: 25, categoryIds: [3], isActive: false, version })
    expect([edited.status, edited.body]).toMatchObject([200, { percent: 25, products: null, state: 'off', version: 2 }])
    const stale = await change(discountId, { code, percent: 30, version })
    expect([stale.status, stale.body]).toMatchObject([409, { current: edited.body }])
    const audit = await shop.json(`/api/admin/audit?subject=discount&record=${code}`, as(owner))
    expect(audit.body.rows[0]).toMatchObject({
      action: 'changed',
      before: { percent: 10, products: ['Singing Bowl'], categories: null, isActive: true },
      after: { percent: 25, products: null, categories: ['Jewellery'], isActive: false },
    })
    expect((await change(999_999, { code: newCode(), percent: 30, version })).status).toBe(404)
  })

  test.each([
    ['scheduled', { startsAt: '2090-01-01T00:00:00Z' }],
    ['ended', { endsAt: '2020-01-01T00:00:00Z' }],
    ['off', { isActive: false, endsAt: '2020-01-01T00:00:00Z' }],
  ])('that is %s says so', async (state, overrides) => {
    expect((await addDiscount(shop, owner, overrides)).state).toBe(state)
  })

  test('is found by a part of its code, newest first', async () => {
    const codes = [newCode('TIHAR'), newCode('TIHAR')]
    for (const code of codes) await addDiscount(shop, owner, { code })
    expect((await list('q=tiha')).body.rows.map(({ code }) => code)).toEqual(codes.toReversed())
    const page = await list('q=tihar&size=1')
    expect(page.body).toMatchObject({ hasMore: true, rows: [{ code: codes[1] }] })
    expect((await list('q=%25')).body.rows).toEqual([])
  })

  test('is not for customers', async () => {
    const asha = await person(shop, 'Asha')
    expect((await create({ code: newCode(), percent: 10 }, asha)).status).toBe(403)
    expect((await shop.json('/api/admin/discounts', as(asha))).status).toBe(403)
  })
})
