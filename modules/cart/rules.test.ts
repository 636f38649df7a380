import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, person } from '#tests/support/accounts.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { archiveProduct, findProductIds } from '#tests/support/shopper.ts'
import type { Cart } from './contract.ts'
import { addAvailable, addToCart, readCart, removeFromCart, replaceCart } from './service.server.ts'

let shop: TestShop
let ids: Awaited<ReturnType<typeof findProductIds>>
let asha: Person
let personCount = 0
beforeAll(async () => {
  shop = await openTestShop()
  const sizes = [
    { kind: 'size' as const, value: 'Small', stock: 2 },
    { kind: 'size' as const, value: 'Large', stock: 3 },
  ]
  await addProducts(shop, [
    product({ name: 'Amber', stock: 5 }),
    product({ name: 'Beryl', stock: 5 }),
    product({ name: 'Citrine', stock: 5 }),
    product({ name: 'Pebble', stock: 2000 }),
    product({ name: 'Ring', categoryId: 3, variants: sizes }),
  ])
  ids = await findProductIds(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await person(shop, `Asha ${++personCount}`)
  await shop.db.execute(sql`
    update products set stock = 5, price_npr = 10000, price_usd = 100, archived_at = null
    where slug in ('amber', 'beryl', 'citrine')`)
})

const line = (slug: string, quantity = 1, variantId: number | null = null) => ({
  productId: ids.product(slug),
  variantId,
  quantity,
})
const add = (...input: Parameters<typeof line>) => addToCart(shop.db, asha.userId, line(...input))
const replace = (lines: ReturnType<typeof line>[], note?: string | null) =>
  replaceCart(shop.db, asha.userId, { lines, note })
const addLines = (...lines: ReturnType<typeof line>[]) => addAvailable(shop.db, asha.userId, lines)
const readOwnCart = () => readCart(shop.db, asha.userId)
const summary = ({ lines }: Cart) => lines.map(({ item, quantity }) => [item.name, quantity])
const notices = async () => (await readOwnCart()).lines.map(({ notice }) => notice)
const setStock = (slug: string, count: number) =>
  shop.db.execute(sql`update products set stock = ${count} where slug = ${slug}`)

const overStock = { code: 'conflict', message: 'Cannot add more. Product is out of stock.' }
const missingVariant = {
  code: 'invalid',
  message: 'Please choose one of the available options.',
  details: [
    {
      code: 'Invalid',
      field: 'selectedAttributeId',
      description: 'Please choose one of the available options.',
    },
  ],
}

describe('a cart line', () => {
  test.each(['price_npr', 'price_usd'])('has a price notice if only %s changed', async (column) => {
    await add('amber')
    await shop.db.execute(sql`update products set ${sql.identifier(column)} = 12345 where slug = 'amber'`)
    expect(await notices()).toEqual(['price'])
  })

  test('of the whole stock has no notice', async () => {
    await add('amber', 5)
    expect(await notices()).toEqual([null])
  })

  test('needs a valid variant', async () => {
    await expect(add('ring')).rejects.toMatchObject(missingVariant)
    await expect(replace([line('ring')])).rejects.toMatchObject(missingVariant)
  })

  test('cannot exceed the stock when the cart has other lines', async () => {
    await add('amber', 5)
    await add('beryl')
    await expect(add('amber')).rejects.toMatchObject(overStock)
  })

  test('that is not in the cart cannot be removed', async () => {
    await expect(removeFromCart(shop.db, asha.userId, 'nonsense')).rejects.toMatchObject({
      code: 'notFound',
      message: 'This item is not in your bag.',
    })
  })
})

describe('replaceCart', () => {
  test('keeps the order of existing lines and appends new ones', async () => {
    await add('amber')
    await add('beryl')
    const sent = [line('pebble'), line('beryl'), line('citrine'), line('amber')]
    expect((await replace(sent)).lines.map(({ item }) => item.name)).toEqual(['Amber', 'Beryl', 'Pebble', 'Citrine'])
    expect(summary(await readOwnCart())).toEqual(summary(await replace(sent)))
  })

  test('accepts the whole stock and rejects one more', async () => {
    expect(summary(await replace([line('amber', 5)]))).toEqual([['Amber', 5]])
    await replace([line('amber', 2)])
    expect(summary(await replace([line('amber', 5)]))).toEqual([['Amber', 5]])
    await expect(replace([line('amber', 6)])).rejects.toMatchObject(overStock)
  })

  test('limits a product to 999, even across several lines', async () => {
    expect(summary(await replace([line('pebble', 500), line('pebble', 499)]))).toEqual([['Pebble', 999]])
    await expect(replace([line('pebble', 500), line('pebble', 500)])).rejects.toMatchObject(overStock)
  })

  test('keeps two variants of one product as two lines', async () => {
    const [small, large] = [ids.variant('ring', 'Small'), ids.variant('ring', 'Large')]
    const sent = [line('ring', 2, small), line('ring', 3, large)]
    expect((await replace(sent)).lines.map(({ variantId, quantity }) => [variantId, quantity])).toEqual([
      [small, 2],
      [large, 3],
    ])
  })

  test('removes missing lines and keeps the note until a new one is sent', async () => {
    await replace([line('amber'), line('beryl')], 'Ring twice')
    expect(await replace([line('beryl')], null)).toMatchObject({ note: 'Ring twice' })
    expect(await replace([line('beryl')], '')).toMatchObject({ note: '' })
    expect(summary(await readOwnCart())).toEqual([['Beryl', 1]])
  })

  test('applies the current price to a smaller quantity, even of an archived product', async () => {
    await add('amber', 3)
    await shop.db.execute(sql`update products set price_npr = 20000, archived_at = now() where slug = 'amber'`)
    const { lines } = await replace([line('amber', 2)])
    expect(lines).toMatchObject([{ quantity: 2, priceNpr: 200_00, notice: 'gone' }])
    await expect(replace([line('amber', 3)])).rejects.toMatchObject({ code: 'notFound', message: 'Product not found' })
  })
})

describe('addAvailable', () => {
  test('adds the available quantity and reports the result of each line', async () => {
    await setStock('amber', 3)
    await setStock('beryl', 0)
    await archiveProduct(shop, 'citrine')
    const { cart, added } = await addLines(
      line('amber', 5),
      line('beryl'),
      line('citrine'),
      line('ring'),
      line('pebble', 2),
    )
    expect(added).toEqual([
      { count: 3, reason: 'short' },
      { count: 0, reason: 'soldOut' },
      { count: 0, reason: 'gone' },
      { count: 0, reason: 'gone' },
      { count: 2, reason: null },
    ])
    expect(summary(cart)).toEqual([
      ['Amber', 3],
      ['Pebble', 2],
    ])
    expect(await readOwnCart()).toEqual(cart)
  })

  test('raises the quantity of an existing line', async () => {
    const before = await add('amber', 2)
    await add('beryl')
    const { cart, added } = await addLines(line('amber', 2), line('citrine'))
    expect(added).toEqual([
      { count: 2, reason: null },
      { count: 1, reason: null },
    ])
    expect(summary(cart)).toEqual([
      ['Amber', 4],
      ['Beryl', 1],
      ['Citrine', 1],
    ])
    expect(cart.lines[0]?.id).toBe(before.lines[0]?.id)
    expect(await readOwnCart()).toEqual(cart)
  })

  test('adds at most the stock that is not in the cart and removes nothing', async () => {
    await add('amber', 4)
    expect((await addLines(line('amber', 2))).added).toEqual([{ count: 1, reason: 'short' }])
    await setStock('amber', 2)
    expect((await addLines(line('amber', 2))).added).toEqual([{ count: 0, reason: 'short' }])
    expect(summary(await readOwnCart())).toEqual([['Amber', 5]])
  })

  test('counts two lines of one product together', async () => {
    const { cart, added } = await addLines(line('amber', 3), line('amber', 3))
    expect(added).toEqual([
      { count: 3, reason: null },
      { count: 2, reason: 'short' },
    ])
    expect(summary(cart)).toEqual([['Amber', 5]])
  })

  test('limits a product to 999', async () => {
    await replace([line('pebble', 998)])
    const { cart, added } = await addLines(line('pebble', 5))
    expect(added).toEqual([{ count: 1, reason: 'short' }])
    expect(summary(cart)).toEqual([['Pebble', 999]])
  })

  test('applies current prices and keeps the note', async () => {
    await replace([line('amber')], 'Ring twice')
    await shop.db.execute(sql`update products set price_usd = 250 where slug = 'amber'`)
    const { cart } = await addLines(line('amber'))
    expect(cart).toMatchObject({ note: 'Ring twice', lines: [{ priceUsd: 250, priceNpr: 100_00, notice: null }] })
  })

  test('adds no new line to a full cart but raises existing ones', async () => {
    await addProducts(
      shop,
      Array.from({ length: 99 }, (_, n) => product({ name: `Crystal ${n}` })),
    )
    const firstId = (await findProductIds(shop)).product('crystal-0')
    await replace([
      ...Array.from({ length: 99 }, (_, n) => ({ ...line('amber'), productId: firstId + n })),
      line('amber'),
    ])
    const { cart, added } = await addLines(line('beryl'), line('amber', 2))
    expect(added).toEqual([
      { count: 0, reason: 'short' },
      { count: 2, reason: null },
    ])
    expect([cart.lines.length, summary(cart).at(-1)]).toEqual([100, ['Amber', 3]])
    await removeFromCart(shop.db, asha.userId, cart.lines[0]?.id ?? '')
    expect((await addLines(line('beryl'))).added).toEqual([{ count: 1, reason: null }])
  })
})
