import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { asker, idsOf, shopper } from '#tests/support/buying.ts'
import { consultOracle, openLedger } from '#tests/support/invariants.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { emptyDatabase, openTestShop } from '#tests/support/shop.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

const log = createLog({ logLevel: 'silent' })

test('what is sold while the backup is taken is in it wholly or not at all', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'alpine-busy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const busy = await openTestShop()
  await stock(busy, [product({ name: 'Amber', stock: 1000 })])
  const ledger = await openLedger(asker(busy))
  const buyers = await Promise.all(Array.from({ length: 4 }, (_, n) => shopper(busy, `Busy Buyer ${n}`)))
  const productId = (await idsOf(busy)).product('amber')
  let over = false
  const buying = buyers.map(async (who) => {
    for (let n = 0; !over; n++) {
      await who.add({ productId, quantity: 1 })
      await who.order({ key: `${who.userId}-${n}` })
      // PGlite answers without a socket: unasked, nobody else would get a turn.
      await sleep(1)
    }
  })
  const answeredSoFar = () => buyers.reduce((sum, { attempts }) => sum + attempts.length, 0)
  await expect.poll(answeredSoFar, { timeout: 60_000 }).toBeGreaterThan(8)
  const acknowledged = buyers.flatMap(({ attempts }) => [...attempts])
  const target = path.join(folder, 'saved')
  await takeBackup(busy, target)
  over = true
  await Promise.all(buying)
  await busy.close()

  const database = await emptyDatabase()
  expect((await restoreBackup({ database, files: undefined, log }, target)).wrong).toEqual([])
  const answered = buyers.flatMap(({ attempts }) => attempts)
  const later = answered.filter((attempt) => !acknowledged.includes(attempt))
  const stored = new Set((await asker(database)('select id::text from orders')).map(({ id }) => id))
  const attempts = [...acknowledged, ...later.filter(({ orderId }) => stored.has(orderId))]
  expect(await consultOracle(asker(database), ledger, attempts)).toEqual([])
  await database.close()
}, 180_000)
