import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newCode } from '#modules/certificates/code.ts'
import { readRows } from '#platform/db.server.ts'
import { as, person } from '#tests/support/accounts.ts'
import { certificateFixture } from '#tests/support/certificates.ts'

const fixture = certificateFixture()

describe('a change of an order', () => {
  test('of quantities adds and withdraws certificates, and a unit that comes back has its old code', async () => {
    const { page, ring, pointLine, stateOf, codesOf, statesOf, place, expectInvariants } = fixture()
    const { orderId } = await place(3)
    const codes = await codesOf(orderId)
    await page.edit(orderId, { lines: [pointLine(1), { ...ring, quantity: 2 }] })
    expect(await statesOf(orderId)).toEqual(['1.1 valid', '1.2 withdrawn', '1.3 withdrawn', '2.1 valid', '2.2 valid'])
    expect(await stateOf(codes[2] ?? '')).toBe('withdrawn')
    await page.takeBack(orderId)
    expect(await statesOf(orderId)).toEqual(['1.1 valid', '1.2 valid', '1.3 valid', '2.1 withdrawn', '2.2 withdrawn'])
    expect((await codesOf(orderId)).slice(0, 3)).toEqual(codes)
    await page.edit(orderId, { lines: [pointLine(4)] })
    expect((await statesOf(orderId)).slice(0, 4)).toEqual(['1.1 valid', '1.2 valid', '1.3 valid', '1.4 valid'])
    await expectInvariants()
  })

  test('never gives the certificates of a removed product to another one', async () => {
    const { page, point, ring, pointLine, read, statesOf, place, expectInvariants } = fixture()
    const { orderId } = await place(1)
    await page.edit(orderId, { lines: [pointLine(1), { ...ring, quantity: 1 }] })
    await page.edit(orderId, { lines: [pointLine(1)] })
    const { body } = await page.edit(orderId, {
      lines: [pointLine(1), { productId: point, attributeId: null, quantity: 1 }],
    })
    const added = body.order.certificates.filter(({ state }) => state === 'valid').at(-1)
    expect((await read(added?.code ?? '')).body).toMatchObject({ state: 'valid', productName: 'Point' })
    expect(await statesOf(orderId)).toEqual(['1.1 valid', '2.1 withdrawn', '3.1 valid'])
    await expectInvariants()
  })

  test('to Canceled withdraws all, and taking it back makes them valid again', async () => {
    const { page, statesOf, place, expectInvariants } = fixture()
    const { orderId } = await place()
    await page.move(orderId, 'Confirmed')
    await page.move(orderId, 'Canceled')
    expect(await statesOf(orderId)).toEqual(['1.1 withdrawn', '1.2 withdrawn'])
    await page.takeBack(orderId)
    expect(await statesOf(orderId)).toEqual(['1.1 valid', '1.2 valid'])
    await expectInvariants()
  })

  test('by the customer who cancels withdraws all', async () => {
    const { shop, asha, place, expectInvariants } = fixture()
    const { orderId } = await place()
    const { body } = await shop.json(`/api/order/${orderId}/cancel`, as(asha, 'POST'))
    expect(body.certificates.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])
    await expectInvariants()
  })
})

describe('a return', () => {
  test('voids the certificates with the highest numbers, and taking it back makes them valid again', async () => {
    const { page, stateOf, statesOf, placeDelivered, expectInvariants } = fixture()
    const { orderId, codes } = await placeDelivered(3)
    await page.returnProducts(orderId, [{ position: 1, quantity: 1 }])
    expect(await statesOf(orderId)).toEqual(['1.1 valid', '1.2 valid', '1.3 returned'])
    await page.returnProducts(orderId, [{ position: 1, quantity: 1 }])
    expect(await statesOf(orderId)).toEqual(['1.1 valid', '1.2 returned', '1.3 returned'])
    expect(await stateOf(codes[1] ?? '')).toBe('returned')
    await page.takeBack(orderId)
    expect(await statesOf(orderId)).toEqual(['1.1 valid', '1.2 valid', '1.3 returned'])
    await expectInvariants()
  })

  test('of a refused parcel voids all', async () => {
    const { page, statesOf, place, expectInvariants } = fixture()
    const { orderId } = await place()
    await page.move(orderId, 'Confirmed')
    await page.move(orderId, 'Shipped')
    await page.move(orderId, 'Returned', { restock: true })
    expect(await statesOf(orderId)).toEqual(['1.1 returned', '1.2 returned'])
    await expectInvariants()
  })

  test('says since which month the certificate is void', async () => {
    const { shop, page, read, placeDelivered } = fixture()
    const { orderId, codes } = await placeDelivered(2)
    await page.returnProducts(orderId, [{ position: 1, quantity: 1 }])
    await shop.db.execute(sql`
      update certificates set state_since = '2031-01-31T18:20Z' where order_id = ${orderId} and state = 'returned'`)
    expect((await read(codes[1] ?? '')).body.stateSince).toBe('2031-02')
    await page.returnProducts(orderId, [{ position: 1, quantity: 1 }])
    expect((await read(codes[1] ?? '')).body.stateSince).toBe('2031-02')
  })
})

describe('replacing a certificate', () => {
  const replace = async (orderId: string, code: string, fields: object = {}, who = fixture().dolma) => {
    const { shop, page } = fixture()
    const { version } = await page.read(orderId)
    const body = { version, code, reason: 'The card was lost', ...fields }
    return shop.json(`/api/admin/orders/${orderId}/certificates`, as(who, 'POST', body))
  }

  test('gives the unit a new code with the same facts, and is recorded', async () => {
    const { shop, read, stateOf, placeDelivered, expectInvariants } = fixture()
    const { orderId, codes } = await placeDelivered(2)
    const [old = ''] = codes
    const { status, body } = await replace(orderId, old.toLowerCase())
    expect(status).toBe(201)
    const [code = '', other] = body.order.certificates.map((each) => each.code)
    expect([code === old, other]).toEqual([false, codes[1]])
    expect(await stateOf(old)).toBe('replaced')
    const replaced = (await read(old)).body
    expect((await read(code)).body).toEqual({ ...replaced, code, state: 'valid' })
    expect(JSON.stringify(replaced)).not.toContain(code)
    expect(body.activity.at(-1)).toMatchObject({
      kind: 'certificate',
      actor: 'Dolma Lama',
      reason: 'The card was lost',
      before: { code: old, productName: 'Point' },
      after: { code },
    })
    const entry = await readRows(shop.db, sql`select action from audit_log order by id desc limit 1`)
    expect(entry).toEqual([{ action: 'replaced a certificate of' }])
    await expectInvariants()
  })

  test('can be taken back, several times', async () => {
    const { page, stateOf, codesOf, placeDelivered, expectInvariants } = fixture()
    const { orderId, codes } = await placeDelivered(1)
    const [first = ''] = codes
    const second = (await replace(orderId, first)).body.order.certificates[0]?.code ?? ''
    const third = (await replace(orderId, second)).body.order.certificates[0]?.code ?? ''
    await page.takeBack(orderId)
    expect(await codesOf(orderId)).toEqual([second])
    await page.takeBack(orderId)
    expect(await codesOf(orderId)).toEqual([first])
    expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual([
      'valid',
      'replaced',
      'replaced',
    ])
    await expectInvariants()
  })

  test('keeps a return in step: the replaced unit is returned with its new code', async () => {
    const { page, stateOf, statesOf, placeDelivered, expectInvariants } = fixture()
    const { orderId, codes } = await placeDelivered(2)
    await replace(orderId, codes[1] ?? '')
    await page.returnProducts(orderId, [{ position: 1, quantity: 1 }])
    expect(await statesOf(orderId)).toEqual(['1.1 valid', '1.2 returned'])
    expect(await stateOf(codes[1] ?? '')).toBe('replaced')
    await expectInvariants()
  })

  test('is refused for a code that is not valid, of another order, or from an old version', async () => {
    const { shop, page, stateOf, placeDelivered, expectInvariants } = fixture()
    const { orderId, codes } = await placeDelivered(1)
    const other = await placeDelivered(1)
    await page.returnProducts(orderId, [{ position: 1, quantity: 1 }])
    for (const code of [codes[0] ?? '', other.codes[0] ?? '', newCode(), 'nonsense'])
      expect((await replace(orderId, code)).status).toBe(409)
    expect((await replace(other.orderId, other.codes[0] ?? '', { version: 1 })).status).toBe(409)
    expect((await replace(other.orderId, other.codes[0] ?? '', { reason: ' ' })).status).toBe(400)
    const pemba = await person(shop, 'Pemba Sherpa', { role: 'Packer' })
    expect((await replace(other.orderId, other.codes[0] ?? '', {}, pemba)).status).toBe(403)
    expect(await stateOf(other.codes[0] ?? '')).toBe('valid')
    await expectInvariants()
  })

  test('by two people at once replaces it once', async () => {
    const { placeDelivered, expectInvariants } = fixture()
    const { orderId, codes } = await placeDelivered(1)
    const statuses = (await Promise.all([replace(orderId, codes[0] ?? ''), replace(orderId, codes[0] ?? '')])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([201, 409])
    await expectInvariants()
  })
})
