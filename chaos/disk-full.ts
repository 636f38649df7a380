import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from './programs.ts'
import { finding, invariantsFinding, type Scenario } from './scenario.ts'
import { openEnvironment } from './scenario-environment.ts'
import { countStatuses, startShoppers } from './shoppers.ts'
import { timed } from './slow-database.ts'

const size = '400m'

/** F6: the disk under the database fills up in the middle of orders. */
export const diskFull: Scenario = {
  name: 'disk full',
  short: false,
  requirements: { programs: { mount: 'mount' }, root: true },
  async run(context) {
    const disk = mkdtempSync(path.join(tmpdir(), 'alpine-disk-'))
    run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=1777`, 'tmpfs', disk])
    context.onClose(async () => {
      run('umount', ['-l', disk])
      rmSync(disk, { recursive: true })
    })
    const environment = await openEnvironment(context, 10, disk)
    const shop = await environment.open()
    const shoppers = startShoppers(shop.url, environment.buyers)
    await sleep(2_000)
    const filler = path.join(disk, 'filler')
    await fill(filler)
    const fullAt = performance.now()
    await sleep(context.quick ? 4_000 : 10_000)
    const during = await timed(`${shop.url}/healthz`)
    await rm(filler)
    await environment.server.restart()
    await sleep(5_000)
    const after = await timed(`${shop.url}/api/product`)
    await shoppers.stop()
    const whileFull = shoppers.results.filter(({ at }) => at > fullAt && at < fullAt + 4_000)
    const unexpected = shoppers.results.filter(({ status }) => ![200, 201, 409, 503].includes(Number(status)))
    return [
      finding(
        'responses while the disk was full',
        countStatuses(whileFull),
        '503',
        whileFull.some(({ status }) => status === 503),
      ),
      finding('all responses', countStatuses(shoppers.results), 'only 200, 201, 409 and 503', unexpected.length === 0),
      finding('/healthz', during.status, '200', during.status === 200),
      finding('with free space again', after.status, '200', after.status === 200),
      invariantsFinding(await environment.findViolations(shoppers.attempts)),
    ]
  },
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) await handle.write(block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await handle.close()
  }
}
