import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newCode } from '#modules/certificates/code.ts'
import { as, latestEmail } from '#tests/support/accounts.ts'
import { certificateFixture, certifiedFacts } from '#tests/support/certificates.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { findProductIds, shopper } from '#tests/support/shopper.ts'

const fixture = certificateFixture()

describe('an order', () => {
  test('gets a certificate for each unit, with the facts and nothing personal', async () => {
    const { ring, read, asha, place, expectInvariants } = fixture()
    await asha.add({ productId: ring.productId, selectedAttributeId: ring.attributeId })
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
        facts: { originPlace: null, ...certifiedFacts },
      },
    ])
    expect((await read(certificates[0]?.code ?? '')).body).toMatchObject({ attributeValue: 'Small', measure: '16 mm' })
    const text = JSON.stringify(answer.body)
    for (const personal of [asha.email, asha.userId, 'Gurung', orderId, orderNumber])
      expect(text).not.toContain(personal)
    await expectInvariants()
  })

  test('keeps the facts when the product is changed and archived', async () => {
    const { shop, read, asha } = fixture()
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
    const { shop, asha, place } = fixture()
    const { orderId, certificates } = await place()
    const own = await shop.json(`/api/order/${asha.userId}/${orderId}`, as(asha))
    expect(own.body.certificates).toEqual(certificates)
    const data = await shop.fetch(`/api/userdetails/${asha.userId}/data`, as(asha))
    for (const { code } of certificates) expect(await data.clone().text()).toContain(code)
    const bimal = await shopper(shop, 'Bimal Rai')
    expect((await shop.fetch(`/api/order/${bimal.userId}/${orderId}`, as(bimal))).status).toBe(404)
  })

  test('keeps its certificates when the account is deleted', async () => {
    const { shop, stateOf, asha, placeDelivered } = fixture()
    const { codes } = await placeDelivered(1)
    await shop.db.execute(sql`delete from users where id = ${asha.userId}`)
    expect(await stateOf(codes[0] ?? '')).toBe('valid')
  })

  test('of staff, also handed over at once, has certificates', async () => {
    const { shop, dolma, point, statesOf } = fixture()
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
    const { shop, page, pointLine, codesOf, place } = fixture()
    const { orderId } = await place(1)
    await shop.db.execute(sql`delete from certificates where order_id = ${orderId}`)
    expect((await page.edit(orderId, { lines: [pointLine(2)] })).status).toBe(200)
    expect(await codesOf(orderId)).toEqual([])
    await shop.db.execute(sql`delete from orders where id = ${orderId}`)
  })
})

describe('a code', () => {
  test('is found however it is typed', async () => {
    const { read, place } = fixture()
    const [certificate] = (await place(1)).certificates
    const code = certificate?.code ?? ''
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await read(encodeURIComponent(typed))).body.code).toBe(code)
  })

  test('with a wrong check character answers 404 without a statement', async () => {
    const { shop, read } = fixture()
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
    const { shop, asha, place } = fixture()
    const { certificates } = await place(2)
    const email = await latestEmail(shop, asha.email)
    for (const { code } of certificates) {
      expect(email.text).toContain(`/certificate/${code}`)
      expect(email.html).toContain(`/certificate/${code}`)
    }
  })

  test('of many units names ten and leads to My Orders for the others', async () => {
    const { shop, asha, place } = fixture()
    const { certificates } = await place(13)
    const { text } = await latestEmail(shop, asha.email)
    expect(certificates.map(({ code }) => text.includes(code)).filter(Boolean)).toHaveLength(10)
    expect(text).toContain('The other 3 are in My Orders.')
  })

  test('to an unconfirmed address names no code', async () => {
    const { shop, asha, place } = fixture()
    await shop.db.execute(sql`update users set email_confirmed_at = null where id = ${asha.userId}`)
    const { certificates } = await place(1)
    const { text, html } = await latestEmail(shop, asha.email)
    for (const { code } of certificates) expect(text + html).not.toContain(code)
  })
})
