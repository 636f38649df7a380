import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, person } from '#tests/support/accounts.ts'
import { addDiscount } from '#tests/support/discounts.ts'
import { inFull } from '#tests/support/full-run.ts'
import { findBookViolations, type Snapshot, takeSnapshot, wrongStock } from '#tests/support/invariants.ts'
import { actions, changedDays, type World } from '#tests/support/order-changes-model.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'

const runs = Number(process.env.MODEL_RUNS ?? 60)
const milliseconds = Number(process.env.MODEL_MS ?? inFull(20_000, 6_000))

let shop: TestShop
let staff: Person
let shoppers: Shopper[]
let products: number[]
let codes: string[]
let before: Snapshot
beforeAll(async () => {
  shop = await openTestShop()
  const names = ['Amber', 'Beryl', 'Coral']
  await addProducts(
    shop,
    names.map((name, index) => product({ name, stock: index === 0 ? 60 : 5_000 })),
  )
  const ids = await findProductIds(shop)
  products = names.map((name) => ids.product(name.toLowerCase()))
  staff = await person(shop, 'Dolma Lama', { role: 'Manager' })
  shoppers = [await shopper(shop, 'Asha Gurung'), await shopper(shop, 'Bimal Rai')]
  const discounts = [
    { percent: 15, maxUses: 20 },
    { percent: null, amount: 130, amountInUSD: 2, minimum: 200, minimumInUSD: 2, productIds: products.slice(1) },
    { percent: 100, maxUsesPerCustomer: 3 },
  ]
  codes = []
  for (const discount of discounts) codes.push((await addDiscount(shop, staff, discount)).code)
  before = await takeSnapshot(queryRunner(shop))
})
afterAll(() => shop.close())

/** Of all sequences: a day is closed once. */
const closed: World['closed'] = new Map()
const newWorld = (): World => ({ shop, staff, shoppers, products, codes, orders: [], closed, responses: [] })
const violations = async () => [
  ...(await findBookViolations(queryRunner(shop))),
  ...(await wrongStock(queryRunner(shop), before)),
]

test(
  'random sequences of all actions keep the books, and no action fails',
  async () => {
    let currentRun: Promise<void> | undefined
    const property = fc.asyncProperty(actions, (sequence) => {
      const runSequence = async () => {
        const world = newWorld()
        for (const action of sequence) await action.run(world)
        expect(world.responses.filter(([, status]) => status >= 500)).toEqual([])
        expect(await violations()).toEqual([])
        expect(await changedDays(world)).toEqual([])
      }
      currentRun = runSequence()
      return currentRun
    })
    await fc.assert(property, { numRuns: runs, interruptAfterTimeLimit: milliseconds, endOnFailure: true })
    await currentRun
  },
  milliseconds + 120_000,
)

const concurrentKinds = ['place', 'place with code', 'staff order', 'accept', 'move', 'edit', 'take back']
const maxRounds = 6

test('concurrent actions on the same orders keep the books', async () => {
  const world = newWorld()
  let missing = concurrentKinds
  // Which actions succeed depends on their order in time, so there are rounds until each kind has succeeded.
  for (let round = 0; round < maxRounds && missing.length > 0; round++) {
    const sequences = fc.sample(actions, { numRuns: 8, seed: 8848 + round })
    await Promise.all(
      sequences.map(async (sequence) => {
        for (const action of sequence) await action.run(world)
      }),
    )
    const succeeded = new Set(world.responses.filter(([, status]) => status < 300).map(([action]) => action))
    missing = concurrentKinds.filter((kind) => !succeeded.has(kind))
  }
  expect(world.responses.filter(([, status]) => status >= 500)).toEqual([])
  expect(await violations()).toEqual([])
  expect(await changedDays(world)).toEqual([])
  expect(closed.size).toBeGreaterThan(0)
  expect(missing).toEqual([])
}, 120_000)
