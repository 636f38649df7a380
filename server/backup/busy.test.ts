import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { findViolations, takeSnapshot } from '#tests/support/invariants.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { emptyDatabase, openTestShop } from '#tests/support/shop.ts'
import { findProductIds, queryRunner, shopper } from '#tests/support/shopper.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

const log = createLog({ logLevel: 'silent' })

test('an order placed during the backup is in it completely or not at all', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'alpine-busy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const busy = await openTestShop()
  await addProducts(busy, [product({ name: 'Amber', stock: 1000 })])
  const ledger = await takeSnapshot(queryRunner(busy))
  const buyers = await Promise.all(Array.from({ length: 4 }, (_, n) => shopper(busy, `Busy Buyer ${n}`)))
  const productId = (await findProductIds(busy)).product('amber')
  let isOver = false
  const buying = buyers.map(async (customer) => {
    for (let n = 0; !isOver; n++) {
      await customer.add({ productId, quantity: 1 })
      await customer.order({ key: `${customer.userId}-${n}` })
      // PGlite responds without a socket, so without a pause no other task would run.
      await sleep(1)
    }
  })
  const attemptCount = () => buyers.reduce((sum, { attempts }) => sum + attempts.length, 0)
  await expect.poll(attemptCount, { timeout: 60_000 }).toBeGreaterThan(8)
  const acknowledged = buyers.flatMap(({ attempts }) => [...attempts])
  const target = path.join(folder, 'saved')
  await takeBackup(busy, target)
  isOver = true
  await Promise.all(buying)
  await busy.close()

  const database = await emptyDatabase()
  expect((await restoreBackup({ database, files: undefined, log }, target)).violations).toEqual([])
  const allAttempts = buyers.flatMap(({ attempts }) => attempts)
  const later = allAttempts.filter((attempt) => !acknowledged.includes(attempt))
  const stored = new Set((await queryRunner(database)('select id::text from orders')).map(({ id }) => id))
  const attempts = [...acknowledged, ...later.filter(({ orderId }) => stored.has(orderId))]
  expect(await findViolations(queryRunner(database), ledger, attempts)).toEqual([])
  await database.close()
}, 180_000)
