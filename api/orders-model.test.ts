import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '#tests/support/accounts.ts'
import { addDiscount } from '#tests/support/discounts.ts'
import { inFull } from '#tests/support/full-run.ts'
import { type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { createWorld, expectSameState, modelCode, steps } from '#tests/support/shop-model.ts'
import { findOrderViolations, queryRunner, type Shopper } from '#tests/support/shopper.ts'

/** Runs as many sequences as fit into the time limit; `npm run bench` sets a longer one. */
const runs = Number(process.env.MODEL_RUNS ?? 200)
const milliseconds = Number(process.env.MODEL_MS ?? inFull(12_000, 4_000))

let shop: TestShop
let before: Snapshot
let seller: string
const allShoppers: Shopper[] = []
beforeAll(async () => {
  shop = await openTestShop()
  before = await takeSnapshot(queryRunner(shop))
  const pemba = await person(shop, 'Pemba', { role: 'Owner' })
  seller = pemba.userId
  await addDiscount(shop, pemba, modelCode)
})
afterAll(() => shop.close())

test(
  'random sequences of cart changes, orders, cancellations and restocking match the model',
  async () => {
    let completedRuns = 0
    let currentRun: Promise<void> | undefined
    const property = fc.asyncProperty(steps, (sequence) => {
      const runSequence = async () => {
        const world = await createWorld(shop, before, seller)
        allShoppers.push(...world.real.shoppers)
        await fc.asyncModelRun(async () => world, sequence)
        await expectSameState(world)
        completedRuns++
      }
      currentRun = runSequence()
      return currentRun
    })
    await fc.assert(property, { numRuns: runs, interruptAfterTimeLimit: milliseconds, endOnFailure: true })
    // The time limit can interrupt the last run, which still has to finish.
    await currentRun
    expect(completedRuns).toBeGreaterThan(3)
    expect(await findOrderViolations(shop, before, allShoppers)).toEqual([])
  },
  milliseconds + 120_000,
)

test('concurrent random sequences keep the invariants', async () => {
  const worlds = await Promise.all(Array.from({ length: 4 }, () => createWorld(shop, before, seller)))
  allShoppers.push(...worlds.flatMap(({ real }) => real.shoppers))
  const [world] = worlds
  if (!world) throw new Error('There is no world')
  const sequences = fc.sample(steps, { numRuns: 12, seed: 8848 })
  const runAll = async (sequence: (typeof sequences)[number]) => {
    // Other sequences change the same shop, so the model does not match; only the invariants are checked.
    const ownModel = structuredClone(world.model)
    for (const step of sequence) await Promise.resolve(step.run(ownModel, world.real)).catch(() => {})
  }
  await Promise.all(sequences.map(runAll))
  expect(await findOrderViolations(shop, before, allShoppers)).toEqual([])
  expect(shop.logged()).not.toContain('a request failed')
}, 120_000)
