import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from './programs.ts'
import { finding, type Scenario, verdict } from './scenario.ts'
import { openScene } from './scene.ts'
import { startShoppers, tally } from './shoppers.ts'
import { timed } from './slow-database.ts'

const size = '400m'

/** F6: the disk under the database fills up in the middle of orders. */
export const diskFull: Scenario = {
  name: 'disk full',
  short: false,
  needs: { programs: { mount: 'mount' }, root: true },
  async play(stage) {
    const disk = mkdtempSync(path.join(tmpdir(), 'alpine-disk-'))
    run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=1777`, 'tmpfs', disk])
    stage.onClose(async () => {
      run('umount', ['-l', disk])
      rmSync(disk, { recursive: true })
    })
    const scene = await openScene(stage, 10, disk)
    const shop = await scene.open()
    const shoppers = startShoppers(shop.url, scene.buyers)
    await sleep(2_000)
    const filler = path.join(disk, 'filler')
    await fill(filler)
    const full = performance.now()
    await sleep(stage.quick ? 4_000 : 10_000)
    const during = await timed(`${shop.url}/healthz`)
    await rm(filler)
    await scene.server.restart()
    await sleep(5_000)
    const after = await timed(`${shop.url}/api/product`)
    await shoppers.stop()
    const meanwhile = shoppers.answers.filter(({ at }) => at > full && at < full + 4_000)
    const odd = shoppers.answers.filter(({ status }) => ![200, 201, 409, 503].includes(Number(status)))
    return [
      finding(
        'answers while it was full',
        tally(meanwhile),
        '503',
        meanwhile.some(({ status }) => status === 503),
      ),
      finding('answers in all', tally(shoppers.answers), 'none but 200, 201, 503', odd.length === 0),
      finding('the process itself', during.status, '200', during.status === 200),
      finding('with room again', after.status, '200', after.status === 200),
      verdict(await scene.wrongs(shoppers.attempts)),
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
