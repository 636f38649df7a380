import fc from 'fast-check'
import { expect } from 'vitest'
import { createProduct, setPrices } from '#modules/catalog/service.server.ts'
import { returnStock } from '#modules/catalog/stock.server.ts'
import { as } from './accounts.ts'
import { enterCode } from './discounts.ts'
import type { Snapshot } from './invariants.ts'
import { transitionAsStaff } from './order-changes.ts'
import { product } from './products.ts'
import type { TestShop } from './shop.ts'
import { findProductIds, type Shopper, shopper } from './shopper.ts'

type ModelItem = { productId: number; variantId: number | null; slug: string }
type ModelOrder = {
  orderId: string
  owner: number
  key: string
  lines: Map<number, number>
  state: 'open' | 'confirmed' | 'canceled'
}

/** The expected stock, carts and orders, and who has entered the code. Items are identified by their index. */
export type Model = {
  stock: number[]
  cents: number[]
  carts: Map<number, number>[]
  hasCode: boolean[]
  orders: ModelOrder[]
}

export type World = { shop: TestShop; shoppers: Shopper[]; items: ModelItem[]; snapshot: Snapshot; seller: string }

const initialStock = [3, 1, 2]
let worlds = 0

/** One product without variants, one with two, and two shoppers: small enough for conflicts. */
export async function createWorld(
  shop: TestShop,
  snapshot: Snapshot,
  seller: string,
): Promise<{ model: Model; real: World }> {
  const world = ++worlds
  const [plain, ring] = [`plain-${world}`, `ring-${world}`]
  const [stock, small, large] = initialStock as [number, number, number]
  await shop.db.transaction(async (tx) => {
    await createProduct(tx, product({ name: 'Plain', slug: plain, stock }))
    const sizes = [
      { kind: 'size' as const, value: 'Small', stock: small },
      { kind: 'size' as const, value: 'Large', stock: large },
    ]
    await createProduct(tx, product({ name: 'Ring', slug: ring, variants: sizes }))
  })
  const ids = await findProductIds(shop)
  const items = [
    { productId: ids.product(plain), variantId: null, slug: plain },
    { productId: ids.product(ring), variantId: ids.variant(ring, 'Small'), slug: ring },
    { productId: ids.product(ring), variantId: ids.variant(ring, 'Large'), slug: ring },
  ]
  for (const [index, item] of items.entries()) recordStock(snapshot, item, initialStock[index] ?? 0)
  const shoppers = [await shopper(shop, `First ${world}`), await shopper(shop, `Second ${world}`)]
  return {
    model: {
      stock: [...initialStock],
      cents: [100, 100, 100],
      carts: [new Map(), new Map()],
      hasCode: [false, false],
      orders: [],
    },
    real: { shop, shoppers, items, snapshot, seller },
  }
}

function recordStock(snapshot: Snapshot, { productId, variantId }: ModelItem, count: number): void {
  snapshot.products.set(productId, (snapshot.products.get(productId) ?? 0) + count)
  if (variantId !== null) snapshot.variants.set(variantId, (snapshot.variants.get(variantId) ?? 0) + count)
}

type Step = fc.AsyncCommand<Model, World>

function step(description: string, run: (model: Model, real: World) => Promise<void>): Step {
  return { check: () => true, run, toString: () => description }
}

export const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('The list is empty')
  return found
}

const cartOf = (model: Model, who: number) => at(model.carts, who)
const linesOf = ({ items }: World, cart: Map<number, number>) =>
  [...cart].map(([item, quantity]) => {
    const { productId, variantId } = at(items, item)
    return { productId, selectedAttributeId: variantId, quantity }
  })

const add = (who: number, item: number, quantity: number) =>
  step(`add(${who}, ${item}, ${quantity})`, async (model, real) => {
    const cart = cartOf(model, who)
    const newQuantity = (cart.get(item) ?? 0) + quantity
    const fits = newQuantity <= at(model.stock, item)
    const { productId, variantId } = at(real.items, item)
    const { status } = await at(real.shoppers, who).add({ productId, quantity, selectedAttributeId: variantId })
    expect(status).toBe(fits ? 201 : 409)
    if (fits) cart.set(item, newQuantity)
  })

const put = (who: number, item: number, quantity: number) =>
  step(`put(${who}, ${item}, ${quantity})`, async (model, real) => {
    const cart = cartOf(model, who)
    const fits = quantity <= Math.max(cart.get(item) ?? 0, at(model.stock, item))
    const next = new Map(cart)
    if (quantity === 0) next.delete(item)
    else next.set(item, quantity)
    const sent = as(at(real.shoppers, who), 'PUT', { cartItems: linesOf(real, next) })
    expect((await real.shop.json('/api/ShoppingCart/Upsert', sent)).status).toBe(fits ? 200 : 409)
    if (fits) model.carts[who] = next
  })

let keys = 0

/** Takes 15 percent off, without limits. */
export const modelCode = { code: 'MODEL-15', percent: 15 }

const enter = (who: number) =>
  step(`enter(${who})`, async (model, { shop, shoppers }) => {
    expect((await enterCode(shop, at(shoppers, who), modelCode.code)).status).toBe(200)
    model.hasCode[who] = true
  })

const order = (who: number) =>
  step(`order(${who})`, async (model, real) => {
    const cart = cartOf(model, who)
    const fits = cart.size > 0 && [...cart].every(([item, quantity]) => quantity <= at(model.stock, item))
    const key = `model-${++keys}`
    const { status, body } = await at(real.shoppers, who).order({ key })
    expect(status).toBe(fits ? 201 : 409)
    if (!fits) return
    const cents = [...cart].reduce((sum, [item, quantity]) => sum + at(model.cents, item) * quantity, 0)
    const discount = model.hasCode[who] ? Math.floor((cents * modelCode.percent) / 100) : 0
    expect(Math.round(body.totalPriceInUSD * 100)).toBe(cents - discount + 4000)
    model.hasCode[who] = false
    for (const [item, quantity] of cart) model.stock[item] = at(model.stock, item) - quantity
    model.orders.push({ orderId: body.orderId, owner: who, key, lines: cart, state: 'open' })
    model.carts[who] = new Map()
  })

/** A step on an order does nothing if there is none yet. */
const onOrder = (name: string, which: number, run: (model: Model, real: World, placed: ModelOrder) => Promise<void>) =>
  step(`${name}(${which})`, async (model, real) => {
    if (model.orders.length > 0) await run(model, real, at(model.orders, which))
  })

const repeat = (which: number) =>
  onOrder('repeat', which, async (_, real, { owner, key, orderId }) => {
    const { status, body } = await at(real.shoppers, owner).order({ key })
    expect([status, body.orderId]).toEqual([201, orderId])
  })

const cancel = (which: number) =>
  onOrder('cancel', which, async (model, real, placed) => {
    const owner = at(real.shoppers, placed.owner)
    const { status } = await real.shop.json(`/api/order/${placed.orderId}/cancel`, as(owner, 'POST'))
    expect(status).toBe(placed.state === 'open' ? 200 : 409)
    if (placed.state !== 'open') return
    placed.state = 'canceled'
    for (const [item, quantity] of placed.lines) model.stock[item] = at(model.stock, item) + quantity
  })

const confirm = (which: number) =>
  onOrder('confirm', which, async (_, { shop, seller }, placed) => {
    const confirming = transitionAsStaff(shop, seller, { orderId: placed.orderId, to: 'Confirmed' })
    if (placed.state !== 'open') return expect(confirming).rejects.toMatchObject({ code: 'conflict' })
    await confirming
    placed.state = 'confirmed'
  })

const restock = (item: number, count: number) =>
  step(`restock(${item}, ${count})`, async (model, { shop, items, snapshot }) => {
    const { productId, variantId } = at(items, item)
    const line = { productId, variantId, quantity: count }
    await returnStock(shop.db, [line], { kind: 'correction', at: new Date() })
    recordStock(snapshot, at(items, item), count)
    model.stock[item] = at(model.stock, item) + count
  })

const reprice = (item: number, cents: number) =>
  step(`reprice(${item}, ${cents})`, async (model, { shop, items }) => {
    const { slug } = at(items, item)
    await shop.db.transaction((tx) => setPrices(tx, slug, { priceUsd: cents, priceNpr: cents * 133 }))
    for (const [index, other] of items.entries()) if (other.slug === slug) model.cents[index] = cents
  })

const who = fc.nat(1)
const item = fc.nat(2)

export const steps = fc.commands(
  [
    fc.tuple(who, item, fc.integer({ min: 1, max: 3 })).map((values) => add(...values)),
    fc.tuple(who, item, fc.nat(4)).map((values) => put(...values)),
    who.map(order),
    who.map(order),
    who.map(enter),
    fc.nat(9).map(repeat),
    fc.nat(9).map(cancel),
    fc.nat(9).map(confirm),
    fc.tuple(item, fc.integer({ min: 1, max: 2 })).map((values) => restock(...values)),
    fc.tuple(item, fc.integer({ min: 1, max: 9999 })).map((values) => reprice(...values)),
  ],
  { maxCommands: 40 },
)

/** Expects the shop to match the model. */
export async function expectSameState({ model, real }: { model: Model; real: World }): Promise<void> {
  for (const [index, each] of real.shoppers.entries()) {
    const { cartItems } = await each.cart()
    const shown = cartItems.map((line) => [line.productId, line.selectedAttributeId, line.quantity])
    const held = linesOf(real, cartOf(model, index)).map((line) => Object.values(line))
    expect(shown.sort()).toEqual(held.sort())
    const { body } = await real.shop.json(`/api/order/${each.userId}`, as(each))
    const placed = model.orders.filter(({ owner }) => owner === index).map(({ orderId }) => orderId)
    expect(body.map(({ orderId }) => orderId).sort()).toEqual(placed.sort())
  }
}
