import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { createProduct, setPrices } from '#modules/catalog/service.server.ts'
import { moveOrder } from '#modules/orders/transitions.server.ts'
import { idsOf, type Shopper, shopper } from './buying.ts'
import type { Ledger } from './invariants.ts'
import { as } from './people.ts'
import { product } from './shelf.ts'
import type { TestShop } from './shop.ts'

type Piece = { productId: number; attributeId: number | null; slug: string }
type Placed = {
  orderId: string
  owner: number
  key: string
  lines: Map<number, number>
  state: 'open' | 'confirmed' | 'canceled'
}

/** The shop as it should be: what is in stock, in each bag, and what was ordered. Pieces are known by their place. */
export type Model = { stock: number[]; cents: number[]; bags: Map<number, number>[]; orders: Placed[] }

export type World = { shop: TestShop; shoppers: Shopper[]; pieces: Piece[]; ledger: Ledger; seller: string }

const firstStock = [3, 1, 2]
let worlds = 0

/** One plain piece and two choices of another, two people: small enough that they get into each other's way. */
export async function newWorld(shop: TestShop, ledger: Ledger, seller: string): Promise<{ model: Model; real: World }> {
  const world = ++worlds
  const [plain, ring] = [`plain-${world}`, `ring-${world}`]
  const [stock, small, large] = firstStock as [number, number, number]
  await shop.db.transaction(async (tx) => {
    await createProduct(tx, product({ name: 'Plain', slug: plain, stock }))
    const sizes = [
      { kind: 'size' as const, value: 'Small', stock: small },
      { kind: 'size' as const, value: 'Large', stock: large },
    ]
    await createProduct(tx, product({ name: 'Ring', slug: ring, attributes: sizes }))
  })
  const ids = await idsOf(shop)
  const pieces = [
    { productId: ids.product(plain), attributeId: null, slug: plain },
    { productId: ids.product(ring), attributeId: ids.attribute(ring, 'Small'), slug: ring },
    { productId: ids.product(ring), attributeId: ids.attribute(ring, 'Large'), slug: ring },
  ]
  for (const [place, piece] of pieces.entries()) note(ledger, piece, firstStock[place] ?? 0)
  const shoppers = [await shopper(shop, `First ${world}`), await shopper(shop, `Second ${world}`)]
  return {
    model: { stock: [...firstStock], cents: [100, 100, 100], bags: [new Map(), new Map()], orders: [] },
    real: { shop, shoppers, pieces, ledger, seller },
  }
}

function note(ledger: Ledger, { productId, attributeId }: Piece, count: number): void {
  ledger.products.set(productId, (ledger.products.get(productId) ?? 0) + count)
  if (attributeId !== null) ledger.attributes.set(attributeId, (ledger.attributes.get(attributeId) ?? 0) + count)
}

type Step = fc.AsyncCommand<Model, World>

function step(told: string, run: (model: Model, real: World) => Promise<void>): Step {
  return { check: () => true, run, toString: () => told }
}

const at = <T>(list: T[], place: number): T => {
  const found = list[place % list.length]
  if (found === undefined) throw new Error('Nothing is there')
  return found
}

const bagInModel = (model: Model, who: number) => at(model.bags, who)
const linesOf = ({ pieces }: World, bag: Map<number, number>) =>
  [...bag].map(([piece, quantity]) => {
    const { productId, attributeId } = at(pieces, piece)
    return { productId, selectedAttributeId: attributeId, quantity }
  })

const add = (who: number, piece: number, quantity: number) =>
  step(`add(${who}, ${piece}, ${quantity})`, async (model, real) => {
    const bag = bagInModel(model, who)
    const wanted = (bag.get(piece) ?? 0) + quantity
    const fits = wanted <= at(model.stock, piece)
    const { productId, attributeId } = at(real.pieces, piece)
    const { status } = await at(real.shoppers, who).add({ productId, quantity, selectedAttributeId: attributeId })
    expect(status).toBe(fits ? 201 : 409)
    if (fits) bag.set(piece, wanted)
  })

const put = (who: number, piece: number, quantity: number) =>
  step(`put(${who}, ${piece}, ${quantity})`, async (model, real) => {
    const bag = bagInModel(model, who)
    const fits = quantity <= Math.max(bag.get(piece) ?? 0, at(model.stock, piece))
    const next = new Map(bag)
    if (quantity === 0) next.delete(piece)
    else next.set(piece, quantity)
    const sent = as(at(real.shoppers, who), 'PUT', { cartItems: linesOf(real, next) })
    expect((await real.shop.json('/api/ShoppingCart/Upsert', sent)).status).toBe(fits ? 200 : 409)
    if (fits) model.bags[who] = next
  })

let keys = 0

const order = (who: number) =>
  step(`order(${who})`, async (model, real) => {
    const bag = bagInModel(model, who)
    const fits = bag.size > 0 && [...bag].every(([piece, quantity]) => quantity <= at(model.stock, piece))
    const key = `model-${++keys}`
    const { status, body } = await at(real.shoppers, who).order({ key })
    expect(status).toBe(fits ? 201 : 409)
    if (!fits) return
    const cents = [...bag].reduce((sum, [piece, quantity]) => sum + at(model.cents, piece) * quantity, 4000)
    expect(Math.round(body.totalPriceInUSD * 100)).toBe(cents)
    for (const [piece, quantity] of bag) model.stock[piece] = at(model.stock, piece) - quantity
    model.orders.push({ orderId: body.orderId, owner: who, key, lines: bag, state: 'open' })
    model.bags[who] = new Map()
  })

/** Steps that need an order do nothing where there is none yet. */
const onOrder = (name: string, which: number, run: (model: Model, real: World, placed: Placed) => Promise<void>) =>
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
    for (const [piece, quantity] of placed.lines) model.stock[piece] = at(model.stock, piece) + quantity
  })

const confirm = (which: number) =>
  onOrder('confirm', which, async (_, { shop, seller }, placed) => {
    const moving = shop.db.transaction((tx) =>
      moveOrder(tx, { orderId: placed.orderId, to: 'Confirmed', by: 'shop', userId: seller }),
    )
    if (placed.state !== 'open') return expect(moving).rejects.toMatchObject({ code: 'conflict' })
    await moving
    placed.state = 'confirmed'
  })

const restock = (piece: number, count: number) =>
  step(`restock(${piece}, ${count})`, async (model, { shop, pieces, ledger }) => {
    const { productId, attributeId } = at(pieces, piece)
    await shop.db.transaction(async (tx) => {
      await tx.execute(sql`update products set stock = stock + ${count} where id = ${productId}`)
      await tx.execute(sql`update product_attributes set stock = stock + ${count} where id = ${attributeId}`)
    })
    note(ledger, at(pieces, piece), count)
    model.stock[piece] = at(model.stock, piece) + count
  })

const reprice = (piece: number, cents: number) =>
  step(`reprice(${piece}, ${cents})`, async (model, { shop, pieces }) => {
    const { slug } = at(pieces, piece)
    await shop.db.transaction((tx) => setPrices(tx, slug, { priceUsd: cents, priceNpr: cents * 133 }))
    for (const [place, other] of pieces.entries()) if (other.slug === slug) model.cents[place] = cents
  })

const who = fc.nat(1)
const piece = fc.nat(2)

export const steps = fc.commands(
  [
    fc.tuple(who, piece, fc.integer({ min: 1, max: 3 })).map((said) => add(...said)),
    fc.tuple(who, piece, fc.nat(4)).map((said) => put(...said)),
    who.map(order),
    who.map(order),
    fc.nat(9).map(repeat),
    fc.nat(9).map(cancel),
    fc.nat(9).map(confirm),
    fc.tuple(piece, fc.integer({ min: 1, max: 2 })).map((said) => restock(...said)),
    fc.tuple(piece, fc.integer({ min: 1, max: 9999 })).map((said) => reprice(...said)),
  ],
  { maxCommands: 40 },
)

/** What the shop shows at the end is what the model holds. */
export async function compare({ model, real }: { model: Model; real: World }): Promise<void> {
  for (const [place, each] of real.shoppers.entries()) {
    const { cartItems } = await each.bag()
    const shown = cartItems.map((line) => [line.productId, line.selectedAttributeId, line.quantity])
    const held = linesOf(real, bagInModel(model, place)).map((line) => Object.values(line))
    expect(shown.sort()).toEqual(held.sort())
    const { body } = await real.shop.json(`/api/order/${each.userId}`, as(each))
    const placed = model.orders.filter(({ owner }) => owner === place).map(({ orderId }) => orderId)
    expect(body.map(({ orderId }) => orderId).sort()).toEqual(placed.sort())
  }
}
