import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newCode } from '#modules/certificates/code.ts'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { orderPage } from '#tests/support/order-changes.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { findOrderViolations, findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

const facts = {
  mineral: 'Quartz',
  tradeName: 'Rock crystal',
  originDistrict: 'Dhading',
  altitudeM: 3_800,
  weightG: 70,
  sizeMm: [72, 24, 22],
  treatment: 'heated',
  maker: 'Stone cutters in Patan',
} as const

let shop: TestShop
let before: Snapshot
let dolma: Person
let asha: Shopper
let page: ReturnType<typeof orderPage>
let point: number
let ring: number
let small: number
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [
    product({ name: 'Point', stock: 500, facts: { ...facts, sizeMm: [...facts.sizeMm] } }),
    product({ name: 'Ring', variants: [{ kind: 'size', value: 'Small', measure: '16 mm', stock: 100 }] }),
  ])
  const ids = await findProductIds(shop)
  point = ids.product('point')
  ring = ids.product('ring')
  small = ids.variant('ring', 'Small')
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  page = orderPage(shop, dolma)
})
afterAll(() => shop.close())
beforeEach(async () => {
  before = await takeSnapshot(queryRunner(shop))
  asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
})

const expectInvariants = async () => expect(await findOrderViolations(shop, before, [asha])).toEqual([])
const pointLine = (quantity: number) => ({ position: 1, productId: point, attributeId: null, quantity })
const newRing = (quantity = 1) => ({ productId: ring, attributeId: small, quantity })

async function place(quantity = 2) {
  await asha.add({ productId: point, quantity })
  return (await asha.order({ body: { currency: 'NPR' } })).body
}

async function placeDelivered(quantity = 2) {
  const { orderId, certificates } = await place(quantity)
  await page.move(orderId, 'Confirmed')
  await page.move(orderId, 'Shipped')
  await page.move(orderId, 'Delivered')
  return { orderId, codes: certificates.map(({ code }) => code) }
}

const read = (code: string) => shop.json(`/api/certificates/${code}`)
const stateOf = async (code: string) => (await read(code)).body.state
const statesOf = async (orderId: string) =>
  (await page.read(orderId)).order.certificates.map(({ position, unit, state }) => `${position}.${unit} ${state}`)
const codesOf = async (orderId: string) => (await page.read(orderId)).order.certificates.map(({ code }) => code)

describe('an order', () => {
  test('gets a certificate for each unit, with the facts and nothing personal', async () => {
    await asha.add({ productId: ring, selectedAttributeId: small })
    const { certificates, orderId, orderNumber } = await place(3)
    expect(certificates.map(({ position, unit, state }) => [position, unit, state])).toEqual([
      [1, 1, 'valid'],
      [2, 1, 'valid'],
      [2, 2, 'valid'],
      [2, 3, 'valid'],
    ])
    const month = new Date(Date.now() + (5 * 60 + 45) * 60_000).toISOString().slice(0, 7)
    const answer = await read(certificates[1]?.code ?? '')
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        code: certificates[1]?.code,
        state: 'valid',
        stateSince: month,
        soldIn: month,
        productName: 'Point',
        attributeValue: null,
        measure: null,
        productImage: null,
        facts: { originPlace: null, ...facts },
      },
    ])
    expect((await read(certificates[0]?.code ?? '')).body).toMatchObject({ attributeValue: 'Small', measure: '16 mm' })
    const text = JSON.stringify(answer.body)
    for (const personal of [asha.email, asha.userId, 'Gurung', orderId, orderNumber])
      expect(text).not.toContain(personal)
    await expectInvariants()
  })

  test('keeps the facts when the product is changed and archived', async () => {
    const name = 'Changing point'
    await addProducts(shop, [product({ name, facts: { treatment: 'none', weightG: 70 } })])
    const { product: idOf } = await findProductIds(shop)
    await asha.add({ productId: idOf('changing-point') })
    const { certificates } = (await asha.order()).body
    await shop.db.execute(sql`
      update products set name = 'Other', treatment = 'dyed', weight_g = 1, archived_at = now()
      where slug = 'changing-point'`)
    const { body } = await read(certificates[0]?.code ?? '')
    expect(body).toMatchObject({ productName: name, facts: { treatment: 'none', weightG: 70 } })
  })

  test('shows its certificates to its customer and in the data download, and to nobody else', async () => {
    const { orderId, certificates } = await place()
    const own = await shop.json(`/api/order/${asha.userId}/${orderId}`, as(asha))
    expect(own.body.certificates).toEqual(certificates)
    const data = await shop.fetch(`/api/userdetails/${asha.userId}/data`, as(asha))
    for (const { code } of certificates) expect(await data.clone().text()).toContain(code)
    const bimal = await shopper(shop, 'Bimal Rai')
    expect((await shop.fetch(`/api/order/${bimal.userId}/${orderId}`, as(bimal))).status).toBe(404)
  })

  test('keeps its certificates when the account is deleted', async () => {
    const { codes } = await placeDelivered(1)
    await shop.db.execute(sql`delete from users where id = ${asha.userId}`)
    expect(await stateOf(codes[0] ?? '')).toBe('valid')
  })

  test('of staff, also handed over at once, has certificates', async () => {
    const body = {
      source: 'counter',
      currency: 'NPR',
      lines: [{ productId: point, attributeId: null, quantity: 2 }],
      shipping: { npr: 0, usd: 0 },
      handedOver: true,
    }
    const sent = as(dolma, 'POST', body)
    const placed = await shop.json('/api/admin/orders', {
      ...sent,
      headers: { ...sent.headers, 'Idempotency-Key': crypto.randomUUID() },
    })
    expect(await statesOf(placed.body.order.orderId)).toEqual(['1.1 valid', '1.2 valid'])
  })

  test('placed before certificates existed gets none by a change', async () => {
    const { orderId } = await place(1)
    await shop.db.execute(sql`delete from certificates where order_id = ${orderId}`)
    expect((await page.edit(orderId, { lines: [pointLine(2)] })).status).toBe(200)
    expect(await codesOf(orderId)).toEqual([])
    await shop.db.execute(sql`delete from orders where id = ${orderId}`)
  })
})

describe('a change of an order', () => {
  test('of quantities adds and withdraws certificates, and a unit that comes back has its old code', async () => {
    const { orderId } = await place(3)
    const codes = await codesOf(orderId)
    await page.edit(orderId, { lines: [pointLine(1), newRing(2)] })
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
    const { orderId } = await place(1)
    await page.edit(orderId, { lines: [pointLine(1), newRing()] })
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
    const { orderId } = await place()
    await page.move(orderId, 'Confirmed')
    await page.move(orderId, 'Canceled')
    expect(await statesOf(orderId)).toEqual(['1.1 withdrawn', '1.2 withdrawn'])
    await page.takeBack(orderId)
    expect(await statesOf(orderId)).toEqual(['1.1 valid', '1.2 valid'])
    await expectInvariants()
  })

  test('by the customer who cancels withdraws all', async () => {
    const { orderId } = await place()
    const { body } = await shop.json(`/api/order/${orderId}/cancel`, as(asha, 'POST'))
    expect(body.certificates.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])
    await expectInvariants()
  })
})

describe('a return', () => {
  test('voids the certificates with the highest numbers, and taking it back makes them valid again', async () => {
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
    const { orderId } = await place()
    await page.move(orderId, 'Confirmed')
    await page.move(orderId, 'Shipped')
    await page.move(orderId, 'Returned', { restock: true })
    expect(await statesOf(orderId)).toEqual(['1.1 returned', '1.2 returned'])
    await expectInvariants()
  })

  test('says since which month the certificate is void', async () => {
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
  const replace = async (orderId: string, code: string, who = dolma, fields: object = {}) => {
    const { version } = await page.read(orderId)
    const body = { version, code, reason: 'The card was lost', ...fields }
    return shop.json(`/api/admin/orders/${orderId}/certificates`, as(who, 'POST', body))
  }

  test('gives the unit a new code with the same facts, and is recorded', async () => {
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
    const { orderId, codes } = await placeDelivered(2)
    await replace(orderId, codes[1] ?? '')
    await page.returnProducts(orderId, [{ position: 1, quantity: 1 }])
    expect(await statesOf(orderId)).toEqual(['1.1 valid', '1.2 returned'])
    expect(await stateOf(codes[1] ?? '')).toBe('replaced')
    await expectInvariants()
  })

  test('is refused for a code that is not valid, of another order, or from an old version', async () => {
    const { orderId, codes } = await placeDelivered(1)
    const other = await placeDelivered(1)
    await page.returnProducts(orderId, [{ position: 1, quantity: 1 }])
    for (const code of [codes[0] ?? '', other.codes[0] ?? '', newCode(), 'nonsense'])
      expect((await replace(orderId, code)).status).toBe(409)
    expect((await replace(other.orderId, other.codes[0] ?? '', dolma, { version: 1 })).status).toBe(409)
    expect((await replace(other.orderId, other.codes[0] ?? '', dolma, { reason: ' ' })).status).toBe(400)
    const pemba = await person(shop, 'Pemba Sherpa', { role: 'Packer' })
    expect((await replace(other.orderId, other.codes[0] ?? '', pemba)).status).toBe(403)
    expect(await stateOf(other.codes[0] ?? '')).toBe('valid')
    await expectInvariants()
  })

  test('by two people at once replaces it once', async () => {
    const { orderId, codes } = await placeDelivered(1)
    const statuses = (await Promise.all([replace(orderId, codes[0] ?? ''), replace(orderId, codes[0] ?? '')])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([201, 409])
    await expectInvariants()
  })
})

describe('a code', () => {
  test('is found however it is typed', async () => {
    const [certificate] = (await place(1)).certificates
    const code = certificate?.code ?? ''
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await read(encodeURIComponent(typed))).body.code).toBe(code)
  })

  test('with a wrong check character answers 404 without a statement', async () => {
    const code = newCode()
    const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
    expect(await shop.countStatements(async () => expect((await read(wrong)).status).toBe(404))).toBe(0)
    expect(await shop.countStatements(async () => expect((await read(code)).status).toBe(404))).toBe(1)
  })

  test('that is unknown spends a limit, and a known one does not', async () => {
    const limited = await testShop({ environment: { RATE_LIMIT_FACTOR: '0.1' } })
    await addProducts(limited, [product({ name: 'Amber' })])
    const { product: idOf } = await findProductIds(limited)
    const bimal = await shopper(limited, 'Bimal Rai')
    await bimal.add({ productId: idOf('amber') })
    const code = (await bimal.order()).body.certificates[0]?.code ?? ''
    const get = async (each: string) => (await limited.fetch(`/api/certificates/${each}`)).status
    for (const _ of Array(5)) expect(await get(code)).toBe(200)
    const statuses = []
    for (const _ of Array(4)) statuses.push(await get(newCode()))
    expect(statuses).toEqual([404, 404, 404, 429])
    expect(await get(code)).toBe(429)
  })
})

describe('the confirmation email', () => {
  test('names the codes with links', async () => {
    const { certificates } = await place(2)
    const email = await latestEmail(shop, asha.email)
    for (const { code } of certificates) {
      expect(email.text).toContain(`/certificate/${code}`)
      expect(email.html).toContain(`/certificate/${code}`)
    }
  })

  test('of many units names ten and leads to My Orders for the others', async () => {
    const { certificates } = await place(13)
    const { text } = await latestEmail(shop, asha.email)
    expect(certificates.map(({ code }) => text.includes(code)).filter(Boolean)).toHaveLength(10)
    expect(text).toContain('The other 3 are in My Orders.')
  })

  test('to an unconfirmed address names no code', async () => {
    await shop.db.execute(sql`update users set email_confirmed_at = null where id = ${asha.userId}`)
    const { certificates } = await place(1)
    const { text, html } = await latestEmail(shop, asha.email)
    for (const { code } of certificates) expect(text + html).not.toContain(code)
  })
})
