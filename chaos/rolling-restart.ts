import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { productPaths } from '#bench/product-paths.ts'
import type { ShopProcess } from '#bench/shop-process.ts'
import type { Stage } from '#bench/stage.ts'
import { freePort } from '#tests/support/free-port.ts'
import { findProgram, missingPrograms } from './programs.ts'
import { type Finding, finding, type Scenario, verdict } from './scenario.ts'
import { openScene, type Scene } from './scene.ts'
import { startShoppers, tally } from './shoppers.ts'

const drain = { DRAIN_SECONDS: '2' }

/** F8: SIGHUP replaces the processes behind one port, one by one. */
export const rollingRestart: Scenario = {
  name: 'rolling restart, one port',
  short: true,
  async play(stage) {
    const scene = await openScene(stage, 10)
    const shop = await scene.open({ ...drain, WEB_CONCURRENCY: '2' })
    return playOn(scene, shop.url, stage.quick ? 1 : 3, async () => {
      process.kill(shop.pid, 'SIGHUP')
      await sleep(9_000)
    })
  },
}

/** F8: two shops behind HAProxy, each stopped with SIGTERM and started again in turn. */
export const rollingBehindProxy: Scenario = {
  name: 'rolling restart behind HAProxy',
  short: false,
  missing: () => missingPrograms(['haproxy']),
  async play(stage) {
    const scene = await openScene(stage, 10)
    const ports = [String(await freePort()), String(await freePort())]
    const shops: ShopProcess[] = []
    for (const PORT of ports) shops.push(await scene.open({ ...drain, PORT, TRUST_PROXY: '1' }))
    const url = await startHaproxy(stage, ports)
    return playOn(scene, url, stage.quick ? 1 : 3, async () => {
      for (const [index, PORT] of ports.entries()) {
        await shops[index]?.stop()
        shops[index] = await scene.open({ ...drain, PORT, TRUST_PROXY: '1' })
        await sleep(2_500)
      }
    })
  },
}

async function playOn(scene: Scene, url: string, rounds: number, replace: () => Promise<void>): Promise<Finding[]> {
  const shoppers = startShoppers(url, scene.buyers)
  await sleep(1_000)
  for (let round = 0; round < rounds; round++) await replace()
  await sleep(1_000)
  await shoppers.stop()
  const failed = shoppers.answers.filter(({ status }) => status !== 200 && status !== 201)
  return [
    finding(
      'requests that failed',
      `${failed.length} of ${shoppers.answers.length} (${tally(failed)})`,
      '0',
      failed.length === 0,
    ),
    verdict(await scene.wrongs(shoppers.attempts)),
  ]
}

async function startHaproxy(stage: Stage, ports: string[]): Promise<string> {
  const [port, folder] = [await freePort(), await stage.folder()]
  const servers = ports.map((each, n) => `  server shop${n} 127.0.0.1:${each} check inter 500ms fall 2 rise 1`)
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    `defaults
  mode http
  option forwardfor
  timeout connect 2s
  timeout client 60s
  timeout server 30s
  timeout check 2s
  retries 3
  option redispatch 1
  retry-on conn-failure
frontend door
  bind 127.0.0.1:${port}
  default_backend shops
backend shops
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
${servers.join('\n')}
`,
  )
  const proxy = spawn(findProgram('haproxy') ?? 'haproxy', ['-f', file, '-db'], { stdio: 'ignore' })
  stage.onClose(async () => {
    if (proxy.kill()) await once(proxy, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries++) {
    const isUp = await fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isUp) return url
    await sleep(100)
  }
  throw new Error('HAProxy found no shop')
}

/** F8: one shop, stopped in the middle of everything: what it began it ends, and nobody is cut off. */
export const stoppedUnderLoad: Scenario = {
  name: 'stopped under load',
  short: true,
  async play(stage) {
    const scene = await openScene(stage, 20)
    const shop = await scene.open()
    await productPaths(shop).catch(() => [])
    const shoppers = startShoppers(shop.url, scene.buyers)
    await sleep(2_000)
    const signalledAt = performance.now()
    await shop.stop()
    const tookMs = performance.now() - signalledAt
    const again = await scene.open({ PORT: new URL(shop.url).port })
    await sleep(1_500)
    await shoppers.stop()
    await again.stop()
    const odd = shoppers.answers.filter(({ status }) => ![200, 201, 503, 'lost'].includes(status as number))
    return [
      finding('stopped within', `${Math.round(tookMs)} ms`, '< 10 s', tookMs < 10_000),
      finding('answers', tally(shoppers.answers), 'none but 200, 201, 503, or none at all', odd.length === 0),
      verdict(await scene.wrongs(shoppers.attempts)),
    ]
  },
}
