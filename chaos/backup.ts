import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, startShop } from '#bench/shop-process.ts'
import { projectRoot } from '#platform/root.server.ts'
import { finding, type Scenario, verdict } from './scenario.ts'
import { openPgliteScene, openScene, withDatabase } from './scene.ts'
import { startShoppers } from './shoppers.ts'

/** F9: a backup taken in the middle of orders, restored where there was nothing. */
export const backup: Scenario = {
  name: 'backup and restore',
  short: false,
  async play(stage) {
    const scene = await openScene(stage, 10)
    const shop = await scene.open()
    const shoppers = startShoppers(shop.url, scene.buyers)
    await sleep(2_000)
    const before = [...shoppers.attempts]
    const parent = await stage.folder()
    const taken = await program(['backup', parent], scene.settings)
    await sleep(500)
    await shoppers.stop()
    await shop.stop()

    const [folder = ''] = await readdir(parent)
    const url = await stage.database('restored')
    const target = { ...scene.settings, DATABASE_URL: url, DATA_DIR: await stage.folder() }
    const restored = await program(['restore', path.join(parent, folder)], target)
    const again = await program(['restore', path.join(parent, folder)], target)
    await rm(path.join(parent, folder, 'tables', 'orders.copy.gz'))
    const cut = await program(['restore', path.join(parent, folder)], {
      ...target,
      DATABASE_URL: await stage.database('cut'),
    })
    const reopened = await startShop(target)
    stage.onClose(reopened.stop)
    const answer = await fetch(`${reopened.url}/api/product`)
    const there = await withDatabase(url, (ask) => ask('select id::text from orders'))
    const ids = new Set(there.map(({ id }) => id))
    const known = shoppers.attempts.filter((each) => before.includes(each) || ids.has(each.orderId))
    return [
      finding('backup under load', taken.said, 'done', taken.code === 0),
      finding('restored', restored.said, 'done', restored.code === 0),
      finding('restored once more', again.said, 'refused', again.code !== 0),
      finding('without a table', cut.said, 'refused', cut.code !== 0),
      finding('opened again', `${answer.status}, ${ids.size} orders`, '200', answer.status === 200 && ids.size > 0),
      verdict(await scene.wrongs(known, url)),
    ]
  },
}

/** A shop that was opened with PGlite, and has sold, goes on with PostgreSQL. */
export const moveToPostgres: Scenario = {
  name: 'move from PGlite to PostgreSQL',
  short: false,
  async play(stage) {
    const scene = await openPgliteScene(stage, 4, 'demo')
    const url = await stage.database('moved')
    const first = await scene.open()
    const shoppers = startShoppers(first.url, scene.buyers)
    await sleep(3_000)
    await shoppers.stop()
    const shown = await listOf(first.url)
    const early = await program(['move', url], scene.settings)
    await first.stop()
    const moved = await program(['move', url], scene.settings)
    const second = await startShop({ ...scene.settings, DATABASE_URL: url })
    stage.onClose(second.stop)
    const shownAfter = await listOf(second.url)
    return [
      finding('moved while the shop runs', early.said, 'refused', early.code !== 0),
      finding('moved to PostgreSQL', moved.said, 'done', moved.code === 0),
      finding(
        'the same shop there',
        shownAfter === shown ? 'the same' : 'another',
        'the same',
        shownAfter === shown && shown.length > 100,
      ),
      finding('orders that went along', shoppers.attempts.length, 'some', shoppers.attempts.length > 0),
      verdict(await scene.wrongs(shoppers.attempts, url)),
    ]
  },
}

async function listOf(url: string): Promise<string> {
  return (await fetch(`${url}/api/product?pageSize=48`)).text()
}

async function program(args: string[], settings: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [path.join(projectRoot, 'build', 'server', 'index.js'), ...args], {
    cwd: projectRoot,
    env: cleanEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const [out, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const lines = `${out}${complaint}`.trim().split('\n')
  return { code: Number(code), said: (lines.at(0) ?? '').replaceAll(/\/\S+\//g, '') }
}
