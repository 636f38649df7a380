import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asker, type Shopper, wrongs } from '#tests/support/buying.ts'
import { inFull } from '#tests/support/full.ts'
import { type Ledger, openLedger } from '#tests/support/invariants.ts'
import { person } from '#tests/support/people.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { compare, newWorld, steps } from '#tests/support/shop-model.ts'

/** As many sequences as fit into the time; `npm run bench` gives thousands theirs. */
const runs = Number(process.env.MODEL_RUNS ?? 200)
const milliseconds = Number(process.env.MODEL_MS ?? inFull(12_000, 4_000))

let shop: TestShop
let before: Ledger
let seller: string
const people: Shopper[] = []
beforeAll(async () => {
  shop = await openTestShop()
  before = await openLedger(asker(shop))
  seller = (await person(shop, 'Pemba', { role: 'Admin' })).userId
})
afterAll(() => shop.close())

test(
  'whatever is added, taken out, ordered, cancelled and restocked, the shop stays true',
  async () => {
    let done = 0
    let underWay: Promise<void> | undefined
    const property = fc.asyncProperty(steps, (chosen) => {
      const live = async () => {
        const world = await newWorld(shop, before, seller)
        people.push(...world.real.shoppers)
        await fc.asyncModelRun(async () => world, chosen)
        await compare(world)
        done++
      }
      underWay = live()
      return underWay
    })
    await fc.assert(property, { numRuns: runs, interruptAfterTimeLimit: milliseconds, endOnFailure: true })
    // When its time is over, the last life is left in the middle of something.
    await underWay
    expect(done).toBeGreaterThan(3)
    expect(await wrongs(shop, before, people)).toEqual([])
  },
  milliseconds + 120_000,
)

test('the same done by many at once keeps the oracle content', async () => {
  const worlds = await Promise.all(Array.from({ length: 4 }, () => newWorld(shop, before, seller)))
  people.push(...worlds.flatMap(({ real }) => real.shoppers))
  const [world] = worlds
  if (!world) throw new Error('There is no world')
  const sequences = fc.sample(steps, { numRuns: 12, seed: 8848 })
  const walk = async (sequence: (typeof sequences)[number]) => {
    // Others are in the same shop, so what the model foretells need not come; only the oracle judges.
    const lonely = structuredClone(world.model)
    for (const each of sequence) await Promise.resolve(each.run(lonely, world.real)).catch(() => {})
  }
  await Promise.all(sequences.map(walk))
  expect(await wrongs(shop, before, people)).toEqual([])
  expect(shop.logged()).not.toContain('a request failed')
}, 120_000)
