import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archive, idsOf } from '#tests/support/buying.ts'
import { type Person, person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import type { Cart } from './schema.ts'
import { addAvailable, addToCart, readCart, removeFromCart, replaceCart } from './service.server.ts'

let shop: TestShop
let ids: Awaited<ReturnType<typeof idsOf>>
let asha: Person
let people = 0
beforeAll(async () => {
  shop = await openTestShop()
  const sizes = [
    { kind: 'size' as const, value: 'Small', stock: 2 },
    { kind: 'size' as const, value: 'Large', stock: 3 },
  ]
  await stock(shop, [
    product({ name: 'Amber', stock: 5 }),
    product({ name: 'Beryl', stock: 5 }),
    product({ name: 'Citrine', stock: 5 }),
    product({ name: 'Pebble', stock: 2000 }),
    product({ name: 'Ring', categoryId: 3, attributes: sizes }),
  ])
  ids = await idsOf(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await person(shop, `Asha ${++people}`)
  await shop.db.execute(sql`
    update products set stock = 5, price_npr = 10000, price_usd = 100, archived_at = null
    where slug in ('amber', 'beryl', 'citrine')`)
})

const line = (slug: string, quantity = 1, attributeId: number | null = null) => ({
  productId: ids.product(slug),
  attributeId,
  quantity,
})
const add = (...said: Parameters<typeof line>) => addToCart(shop.db, asha.userId, line(...said))
const send = (lines: ReturnType<typeof line>[], note?: string | null) =>
  replaceCart(shop.db, asha.userId, { lines, note })
const again = (...lines: ReturnType<typeof line>[]) => addAvailable(shop.db, asha.userId, lines)
const bag = () => readCart(shop.db, asha.userId)
const told = ({ lines }: Cart) => lines.map(({ piece, quantity }) => [piece.name, quantity])
const notices = async () => (await bag()).lines.map(({ notice }) => notice)
const setStock = (slug: string, count: number) =>
  shop.db.execute(sql`update products set stock = ${count} where slug = ${slug}`)

const overStock = { code: 'conflict', message: 'Cannot add more. Product is out of stock.' }
const noChoice = {
  code: 'invalid',
  message: 'Please choose one of the kinds in which this product comes.',
  details: [
    {
      code: 'Invalid',
      field: 'selectedAttributeId',
      description: 'Please choose one of the kinds in which this product comes.',
    },
  ],
}

describe('a line', () => {
  test.each(['price_npr', 'price_usd'])('tells of a change of %s alone', async (column) => {
    await add('amber')
    await shop.db.execute(sql`update products set ${sql.identifier(column)} = 12345 where slug = 'amber'`)
    expect(await notices()).toEqual(['price'])
  })

  test('of all that there is, is not short', async () => {
    await add('amber', 5)
    expect(await notices()).toEqual([null])
  })

  test('needs a choice that fits', async () => {
    await expect(add('ring')).rejects.toMatchObject(noChoice)
    await expect(send([line('ring')])).rejects.toMatchObject(noChoice)
  })

  test('of which the bag holds all that there is cannot grow, whatever else is in the bag', async () => {
    await add('amber', 5)
    await add('beryl')
    await expect(add('amber')).rejects.toMatchObject(overStock)
  })

  test('that is not in the bag cannot be taken out', async () => {
    await expect(removeFromCart(shop.db, asha.userId, 'nonsense')).rejects.toMatchObject({
      code: 'notFound',
      message: 'This piece is not in your bag.',
    })
  })
})

describe('a bag that is sent whole', () => {
  test('keeps the order of its lines, and new ones follow as they were sent', async () => {
    await add('amber')
    await add('beryl')
    const sent = [line('pebble'), line('beryl'), line('citrine'), line('amber')]
    expect((await send(sent)).lines.map(({ piece }) => piece.name)).toEqual(['Amber', 'Beryl', 'Pebble', 'Citrine'])
    expect(told(await bag())).toEqual(told(await send(sent)))
  })

  test('may hold all that there is, and not one more', async () => {
    expect(told(await send([line('amber', 5)]))).toEqual([['Amber', 5]])
    await send([line('amber', 2)])
    expect(told(await send([line('amber', 5)]))).toEqual([['Amber', 5]])
    await expect(send([line('amber', 6)])).rejects.toMatchObject(overStock)
  })

  test('holds up to 999 of one piece, in however many lines it is sent', async () => {
    expect(told(await send([line('pebble', 500), line('pebble', 499)]))).toEqual([['Pebble', 999]])
    await expect(send([line('pebble', 500), line('pebble', 500)])).rejects.toMatchObject(overStock)
  })

  test('tells two choices of one product apart', async () => {
    const [small, large] = [ids.attribute('ring', 'Small'), ids.attribute('ring', 'Large')]
    const sent = [line('ring', 2, small), line('ring', 3, large)]
    expect((await send(sent)).lines.map(({ attributeId, quantity }) => [attributeId, quantity])).toEqual([
      [small, 2],
      [large, 3],
    ])
  })

  test('drops what it no longer names, and keeps its note until another is sent', async () => {
    await send([line('amber'), line('beryl')], 'Ring twice')
    expect(await send([line('beryl')], null)).toMatchObject({ note: 'Ring twice' })
    expect(await send([line('beryl')], '')).toMatchObject({ note: '' })
    expect(told(await bag())).toEqual([['Beryl', 1]])
  })

  test('takes today’s price for a line that shrinks, even of what is no longer sold', async () => {
    await add('amber', 3)
    await shop.db.execute(sql`update products set price_npr = 20000, archived_at = now() where slug = 'amber'`)
    const { lines } = await send([line('amber', 2)])
    expect(lines).toMatchObject([{ quantity: 2, priceNpr: 200_00, notice: 'gone' }])
    await expect(send([line('amber', 3)])).rejects.toMatchObject({ code: 'notFound', message: 'Product not found' })
  })
})

describe('what is ordered again', () => {
  test('comes into the bag as far as it is there, and is told line by line', async () => {
    await setStock('amber', 3)
    await setStock('beryl', 0)
    await archive(shop, 'citrine')
    const { cart, added } = await again(
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
    expect(told(cart)).toEqual([
      ['Amber', 3],
      ['Pebble', 2],
    ])
    expect(await bag()).toEqual(cart)
  })

  test('is added to what is in the bag, under the same line', async () => {
    const before = await add('amber', 2)
    await add('beryl')
    const { cart, added } = await again(line('amber', 2), line('citrine'))
    expect(added).toEqual([
      { count: 2, reason: null },
      { count: 1, reason: null },
    ])
    expect(told(cart)).toEqual([
      ['Amber', 4],
      ['Beryl', 1],
      ['Citrine', 1],
    ])
    expect(cart.lines[0]?.id).toBe(before.lines[0]?.id)
    expect(await bag()).toEqual(cart)
  })

  test('is no more than there is beside the bag, and takes nothing out of it', async () => {
    await add('amber', 4)
    expect((await again(line('amber', 2))).added).toEqual([{ count: 1, reason: 'short' }])
    await setStock('amber', 2)
    expect((await again(line('amber', 2))).added).toEqual([{ count: 0, reason: 'short' }])
    expect(told(await bag())).toEqual([['Amber', 5]])
  })

  test('is counted together where two lines name one piece', async () => {
    const { cart, added } = await again(line('amber', 3), line('amber', 3))
    expect(added).toEqual([
      { count: 3, reason: null },
      { count: 2, reason: 'short' },
    ])
    expect(told(cart)).toEqual([['Amber', 5]])
  })

  test('never makes more than 999 of one piece', async () => {
    await send([line('pebble', 998)])
    const { cart, added } = await again(line('pebble', 5))
    expect(added).toEqual([{ count: 1, reason: 'short' }])
    expect(told(cart)).toEqual([['Pebble', 999]])
  })

  test('costs what it costs today, and the bag keeps its note', async () => {
    await send([line('amber')], 'Ring twice')
    await shop.db.execute(sql`update products set price_usd = 250 where slug = 'amber'`)
    const { cart } = await again(line('amber'))
    expect(cart).toMatchObject({ note: 'Ring twice', lines: [{ priceUsd: 250, priceNpr: 100_00, notice: null }] })
  })

  test('finds no room for another piece in a full bag, but for more of one that is there', async () => {
    await stock(
      shop,
      Array.from({ length: 99 }, (_, n) => product({ name: `Full Stone ${n}` })),
    )
    const first = (await idsOf(shop)).product('full-stone-0')
    await send([...Array.from({ length: 99 }, (_, n) => ({ ...line('amber'), productId: first + n })), line('amber')])
    const { cart, added } = await again(line('beryl'), line('amber', 2))
    expect(added).toEqual([
      { count: 0, reason: 'short' },
      { count: 2, reason: null },
    ])
    expect([cart.lines.length, told(cart).at(-1)]).toEqual([100, ['Amber', 3]])
    await removeFromCart(shop.db, asha.userId, cart.lines[0]?.id ?? '')
    expect((await again(line('beryl'))).added).toEqual([{ count: 1, reason: null }])
  })
})
