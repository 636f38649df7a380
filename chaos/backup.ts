import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, startShop } from '#bench/shop-process.ts'
import { projectRoot } from '#platform/root.server.ts'
import { finding, invariantsFinding, type Scenario } from './scenario.ts'
import { openEnvironment, openPgliteEnvironment, withDatabase } from './scenario-environment.ts'
import { startShoppers } from './shoppers.ts'

/** F9: a backup taken during orders and restored into an empty database. */
export const backup: Scenario = {
  name: 'backup and restore',
  short: false,
  async run(context) {
    const environment = await openEnvironment(context, 10)
    const shop = await environment.open()
    const shoppers = startShoppers(shop.url, environment.buyers)
    await sleep(2_000)
    const before = [...shoppers.attempts]
    const parent = await context.folder()
    const backedUp = await runCommand(['backup', parent], environment.settings)
    await sleep(500)
    await shoppers.stop()
    await shop.stop()

    const [folder = ''] = await readdir(parent)
    const url = await context.database('restored')
    const target = { ...environment.settings, DATABASE_URL: url, DATA_DIR: await context.folder() }
    const restored = await runCommand(['restore', path.join(parent, folder)], target)
    const restoredTwice = await runCommand(['restore', path.join(parent, folder)], target)
    await rm(path.join(parent, folder, 'tables', 'orders.copy.gz'))
    const incomplete = await runCommand(['restore', path.join(parent, folder)], {
      ...target,
      DATABASE_URL: await context.database('incomplete'),
    })
    const reopened = await startShop(target)
    context.onClose(reopened.stop)
    const response = await fetch(`${reopened.url}/api/product`)
    const restoredOrders = await withDatabase(url, (runQuery) => runQuery('select id::text from orders'))
    const ids = new Set(restoredOrders.map(({ id }) => id))
    const expectedAttempts = shoppers.attempts.filter((each) => before.includes(each) || ids.has(each.orderId))
    return [
      finding('backup under load', backedUp.output, 'done', backedUp.code === 0),
      finding('restore', restored.output, 'done', restored.code === 0),
      finding('second restore', restoredTwice.output, 'refused', restoredTwice.code !== 0),
      finding('restore without a table', incomplete.output, 'refused', incomplete.code !== 0),
      finding('start', `${response.status}, ${ids.size} orders`, '200', response.status === 200 && ids.size > 0),
      invariantsFinding(await environment.findViolations(expectedAttempts, url)),
    ]
  },
}

/** A shop with orders moves from PGlite to PostgreSQL. */
export const moveToPostgres: Scenario = {
  name: 'move from PGlite to PostgreSQL',
  short: false,
  async run(context) {
    const environment = await openPgliteEnvironment(context, 4, 'demo')
    const url = await context.database('moved')
    const first = await environment.open()
    const shoppers = startShoppers(first.url, environment.buyers)
    await sleep(3_000)
    await shoppers.stop()
    const listBefore = await readList(first.url)
    const whileRunning = await runCommand(['move-to-postgres', url], environment.settings)
    await first.stop()
    const completed = await runCommand(['move-to-postgres', url], environment.settings)
    const second = await startShop({ ...environment.settings, DATABASE_URL: url })
    context.onClose(second.stop)
    const listAfter = await readList(second.url)
    return [
      finding('move while the shop runs', whileRunning.output, 'refused', whileRunning.code !== 0),
      finding('move to PostgreSQL', completed.output, 'done', completed.code === 0),
      finding(
        'product list',
        listAfter === listBefore ? 'the same' : 'different',
        'the same',
        listAfter === listBefore && listBefore.length > 100,
      ),
      finding('orders before the move', shoppers.attempts.length, 'some', shoppers.attempts.length > 0),
      invariantsFinding(await environment.findViolations(shoppers.attempts, url)),
    ]
  },
}

async function readList(url: string): Promise<string> {
  return (await fetch(`${url}/api/product?pageSize=48`)).text()
}

async function runCommand(args: string[], settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [path.join(projectRoot, 'build', 'server', 'index.js'), ...args], {
    cwd: projectRoot,
    env: cleanEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const lines = `${stdout}${stderr}`.trim().split('\n')
  return { code: Number(code), output: (lines.at(0) ?? '').replaceAll(/\/\S+\//g, '') }
}
