import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariant, invariants } from '#modules/invariants.server.ts'
import { readRows } from '#platform/db.server.ts'
import { csvLine } from '#shared/csv.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { orderPage } from '#tests/support/order-changes.ts'
import { editedProduct } from '#tests/support/product-edit.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, queryRunner, shopper } from '#tests/support/shopper.ts'
import { csvAs } from '#tests/support/uploads.ts'

let shop: TestShop
let maya: Person
let amber: number
let ring: number
let small: number
beforeAll(async () => {
  shop = await openTestShop()
  const sizes = ['Small', 'Large'].map((value) => ({ kind: 'size' as const, value, stock: 3 }))
  await addProducts(shop, [
    product({ name: 'Amber', stock: 20 }),
    product({ name: 'Ring', categoryId: 3, variants: sizes }),
    product({ name: 'Jade', stock: 20 }),
    product({ name: 'Many Sales', stock: 100 }),
  ])
  const ids = await findProductIds(shop)
  amber = ids.product('amber')
  ring = ids.product('ring')
  small = ids.variant('ring', 'Small')
  maya = await person(shop, 'Maya Rai', { role: 'Owner' })
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await checkInvariant(queryRunner(shop), invariants.movements)).toEqual([])
  expect(await checkInvariant(queryRunner(shop), invariants.variants)).toEqual([])
})

const historyOf = async (productId: number, query = '') =>
  (await shop.json(`/api/admin/products/${productId}/stock?${query}`, as(maya))).body
const correct = (productId: number, body: object, who = maya) =>
  shop.json(`/api/admin/products/${productId}/stock`, as(who, 'POST', { variantId: null, reason: 'Counted', ...body }))
const record = async (productId: number) => (await shop.json(`/api/admin/products/${productId}`, as(maya))).body
const importFile = (...lines: string[][]) =>
  shop.json('/api/admin/products/import?dryRun=false', csvAs(maya, lines.map((cells) => csvLine(cells)).join('')))

describe('the stock history', () => {
  test('has every change with its reason, who made it and the stock after it', async () => {
    const asha = await shopper(shop, 'Asha')
    await asha.add({ productId: amber, quantity: 3 })
    const { orderId } = (await asha.order()).body
    const page = orderPage(shop, maya)
    const line = { position: 1, productId: amber, attributeId: null }
    expect((await page.edit(orderId, { lines: [{ ...line, quantity: 5 }], reason: 'More' })).status).toBe(200)
    expect((await page.edit(orderId, { lines: [{ ...line, quantity: 4 }], reason: 'Fewer' })).status).toBe(200)
    expect((await page.takeBack(orderId)).status).toBe(201)
    await page.move(orderId, 'Canceled')
    await page.takeBack(orderId)
    for (const to of ['Confirmed', 'Shipped', 'Delivered']) await page.move(orderId, to)
    expect((await page.returnProducts(orderId, [{ position: 1, quantity: 2 }])).status).toBe(201)
    expect((await correct(amber, { stock: 16, stockRead: 17, reason: 'One broken' })).body).toEqual({ stock: 16 })
    const { version } = await record(amber)
    await shop.json(`/api/admin/products/${amber}/quick`, as(maya, 'PUT', { version, stock: 30, stockRead: 16 }))
    await importFile(['slug', 'stock'], ['amber', '25'])
    const orderNumber = (await page.read(orderId)).order.orderNumber
    const ofOrder = (kind: string, quantity: number, stockAfter: number, actor = 'Maya Rai') => ({
      ...{ kind, quantity, stockAfter, actor, orderId, orderNumber, reason: '', variant: null },
    })
    const ofShop = (kind: string, quantity: number, stockAfter: number, reason = '', actor = 'Maya Rai') => ({
      ...{ kind, quantity, stockAfter, actor, orderId: null, orderNumber: null, reason, variant: null },
    })
    const history = await historyOf(amber)
    expect(history).toMatchObject({ name: 'Amber', items: [{ variantId: null, variant: null, stock: 25 }] })
    expect(history.rows.map(({ id: _, at: __, ...row }) => row).toReversed()).toEqual([
      ofShop('opening', 20, 20, '', ''),
      ofOrder('order', -3, 17, ''),
      ofOrder('order edited', -2, 15),
      ofOrder('order edited', 1, 16),
      ofOrder('order corrected', -1, 15),
      ofOrder('order canceled', 5, 20),
      ofOrder('order corrected', -5, 15),
      ofOrder('order returned', 2, 17),
      ofShop('correction', -1, 16, 'One broken'),
      ofShop('edited', 14, 30),
      ofShop('import', -5, 25),
    ])
  })

  test('keeps variants apart, also those that no longer exist', async () => {
    await correct(ring, { variantId: small, stock: 5, stockRead: 3 })
    const before = await record(ring)
    const attributes = [
      ...before.attributes
        .filter(({ attributeValue }) => attributeValue === 'Large')
        .map((variant) => ({ ...variant, productQuantity: 1, quantityRead: 3 })),
      { kind: 'size', attributeValue: 'Huge', measure: '', productQuantity: 2 },
    ]
    const { status } = await shop.json(
      `/api/admin/products/${ring}`,
      as(maya, 'PUT', editedProduct(before, { attributes })),
    )
    expect(status).toBe(200)
    const { items, rows } = await historyOf(ring)
    expect(items.map(({ variant, stock }) => [variant, stock])).toEqual([
      ['Large', 1],
      ['Huge', 2],
    ])
    expect(rows.map(({ variant, quantity, stockAfter }) => [variant, quantity, stockAfter]).toReversed()).toEqual([
      ['Small', 3, 3],
      ['Large', 3, 3],
      ['Small', 2, 5],
      ['Small', -5, 0],
      ['Large', -2, 1],
      ['Huge', 2, 2],
    ])
  })

  test('moves the stock of a product that gets its first variants, and back', async () => {
    const { jade } = { jade: (await findProductIds(shop)).product('jade') }
    await importFile(['slug', 'variants'], ['jade', 'size:Small=4|size:Large=6'])
    await importFile(['slug', 'variants', 'stock'], ['jade', '', '7'])
    const { rows } = await historyOf(jade)
    expect(rows.map(({ variant, quantity, stockAfter }) => [variant, quantity, stockAfter]).toReversed()).toEqual([
      [null, 20, 20],
      [null, -20, 0],
      ['Small', 4, 4],
      ['Large', 6, 6],
      ['Small', -4, 0],
      ['Large', -6, 0],
      [null, 7, 7],
    ])
  })

  test('is paged, and each page has the right stock', async () => {
    const id = (await findProductIds(shop)).product('many-sales')
    for (let stock = 100; stock > 90; stock--) await correct(id, { stock: stock - 1, stockRead: stock })
    const pages = [
      await historyOf(id, 'size=4'),
      await historyOf(id, 'size=4&page=2'),
      await historyOf(id, 'size=4&page=3'),
    ]
    expect(pages.map(({ rows }) => rows.map(({ stockAfter }) => stockAfter))).toEqual([
      [90, 91, 92, 93],
      [94, 95, 96, 97],
      [98, 99, 100],
    ])
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false])
    await correct(id, { stock: 100, stockRead: 90 })
  })

  test('is for staff only, and 404 without a product', async () => {
    const customer = await person(shop, 'Bina')
    expect((await shop.fetch(`/api/admin/products/${amber}/stock`, as(customer))).status).toBe(403)
    expect((await shop.fetch('/api/admin/products/999999/stock', as(maya))).status).toBe(404)
    const packer = await person(shop, 'Pemba', { role: 'Packer' })
    expect((await shop.fetch(`/api/admin/products/${amber}/stock`, as(packer))).status).toBe(200)
    expect((await correct(amber, { stock: 1, stockRead: 0 }, packer)).status).toBe(403)
    expect((await correct(999_999, { stock: 1, stockRead: 0 })).status).toBe(404)
  })
})

describe('a correction', () => {
  test('is in the audit log with its reason', async () => {
    const { stock } = first((await historyOf(amber)).items)
    await correct(amber, { stock: stock + 2, stockRead: stock, reason: '  New   delivery ' })
    const [entry] = await readRows<object>(
      shop.db,
      sql`select action, actor_name, before, after from audit_log where subject_id = ${String(amber)} order by id desc limit 1`,
    )
    expect(entry).toEqual({
      action: 'corrected the stock of',
      actor_name: 'Maya Rai',
      before: { stock },
      after: { stock: stock + 2, reason: 'New delivery' },
    })
  })

  test.each([
    ['no reason', { reason: '  ' }, 'reason', 'Please enter a reason.'],
    ['a long reason', { reason: 'x'.repeat(201) }, 'reason', 'Please use at most 200 characters.'],
    ['a negative stock', { stock: -1 }, 'stock', 'Please enter 0 or more.'],
    ['half a piece', { stock: 1.5 }, 'stock', 'Please enter a whole number.'],
    ['text', { stock: '6,000' }, 'stock', 'Please enter a whole number.'],
    ['too many', { stock: 1_000_001 }, 'stock', 'Please check this number: it is too high.'],
    ['an unknown kind of variant', { variantId: 'small' }, 'variantId', 'There is no such variant.'],
  ])('with %s is refused and changes nothing', async (_, fields, field, description) => {
    const before = await historyOf(amber)
    const { stock } = first(before.items)
    const { status, body } = await correct(amber, { stock: stock + 1, stockRead: stock, ...fields })
    expect([status, body.errors]).toMatchObject([400, [{ field, description }]])
    expect(await historyOf(amber)).toEqual(before)
  })

  test('to the present stock is refused', async () => {
    const { stock } = first((await historyOf(amber)).items)
    const { status, body } = await correct(amber, { stock, stockRead: stock })
    expect([status, body.errors]).toMatchObject([
      400,
      [{ field: 'stock', description: `The stock is ${stock} already.` }],
    ])
  })

  test('from another stock than the present one is refused with 409, so a repeated request changes nothing', async () => {
    const { stock } = first((await historyOf(amber)).items)
    const request = { stock: stock + 5, stockRead: stock }
    expect((await correct(amber, request)).status).toBe(200)
    const { status, body } = await correct(amber, request)
    expect([status, body.message]).toEqual([409, `The stock has changed: it is now ${stock + 5}. Nothing was changed.`])
  })

  test('of a product with variants, or of a variant of another product, is refused', async () => {
    for (const variantId of [null, small, 999_999]) {
      const { status, body } = await correct(ring, { variantId, stock: 5, stockRead: 3 })
      expect([status, body.message]).toEqual([409, 'The variants of this product have changed. Nothing was changed.'])
    }
  })

  test('ten at once: one wins', async () => {
    const { stock } = first((await historyOf(amber)).items)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => correct(amber, { stock: stock + 1 + index, stockRead: stock })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })
})

type Step =
  | { kind: 'buy' | 'correct' | 'quick' | 'import'; quantity: number }
  | { kind: 'variants'; sizes: string[]; quantity: number }
  | { kind: 'cancel' }

const quantity = fc.integer({ min: 0, max: 9 })
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('buy' as const, 'correct' as const, 'quick' as const, 'import' as const),
      quantity,
    }),
    fc.record({ kind: fc.constant('variants' as const), sizes: fc.subarray(['S', 'M', 'L']), quantity }),
    fc.constant({ kind: 'cancel' as const }),
  ),
  { minLength: 3, maxLength: 12 },
)

describe('random sequences', () => {
  test('of orders, cancellations, edits, imports and corrections keep the movements right', async () => {
    let number = 0
    await fc.assert(
      fc.asyncProperty(steps, steps, async (mine, theirs) => {
        const slug = `random-${++number}`
        await addProducts(shop, [product({ name: slug, stock: 9 })])
        const id = (await findProductIds(shop)).product(slug)
        // Two people at once: every request may be refused, but nothing may get lost.
        const members = await Promise.all(['Asha', 'Bina'].map((name) => shopper(shop, `${name} ${number}`)))
        await Promise.all(members.map((who, index) => play(id, slug, who, index === 0 ? mine : theirs)))
        const { items, rows } = await historyOf(id, 'size=100')
        for (const { variant, stock } of items) {
          const own = rows.filter((row) => row.variant === variant)
          expect(own.reduce((sum, row) => sum + row.quantity, 0)).toBe(stock)
          if (own.length > 0) expect(own[0]?.stockAfter).toBe(stock)
        }
        for (const { stockAfter } of rows) expect(stockAfter).toBeGreaterThanOrEqual(0)
        expect(await checkInvariant(queryRunner(shop), invariants.movements)).toEqual([])
        expect(await checkInvariant(queryRunner(shop), invariants.variants)).toEqual([])
      }),
      { numRuns: databaseKind === 'postgres' ? 8 : 3, seed: Number(process.env.FUZZ_SEED ?? 1) },
    )
  }, 120_000)

  async function play(id: number, slug: string, who: Awaited<ReturnType<typeof shopper>>, sequence: Step[]) {
    const orders: string[] = []
    for (const step of sequence) {
      const { items } = await historyOf(id)
      const { variantId, stock } = first(items)
      if (step.kind === 'buy') {
        await who.add({ productId: id, selectedAttributeId: variantId, quantity: Math.max(1, step.quantity % 3) })
        const { status, body } = await who.order()
        if (status === 201) orders.push(body.orderId)
      }
      if (step.kind === 'cancel' && orders.length > 0)
        await shop.json(`/api/order/${orders.pop()}/cancel`, as(who, 'POST'))
      if (step.kind === 'correct') await correct(id, { variantId, stock: step.quantity, stockRead: stock })
      if (step.kind === 'import') await importFile(['slug', 'stock'], [slug, String(step.quantity)])
      if (step.kind === 'quick') {
        const { version } = await record(id)
        const body = { version, stock: step.quantity, stockRead: stock }
        await shop.json(`/api/admin/products/${id}/quick`, as(maya, 'PUT', body))
      }
      if (step.kind === 'variants') {
        const before = await record(id)
        const remaining = before.attributes.filter(({ attributeValue }) => step.sizes.includes(attributeValue))
        const added = step.sizes
          .filter((size) => !remaining.some(({ attributeValue }) => attributeValue === size))
          .map((attributeValue) => ({ kind: 'size', attributeValue, measure: '', productQuantity: step.quantity }))
        const attributes = [...remaining.map((each) => ({ ...each, quantityRead: each.productQuantity })), ...added]
        await shop.json(`/api/admin/products/${id}`, as(maya, 'PUT', editedProduct(before, { attributes })))
      }
    }
  }
})
