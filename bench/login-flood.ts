import { setTimeout as sleep } from 'node:timers/promises'
import { startGenerator } from './generator.ts'
import type { LoadResult } from './load-generator.ts'
import { productPaths } from './product-paths.ts'
import { type Row, round, spreadOf } from './report.ts'
import { alternate, median } from './rounds.ts'
import type { Benchmark, RunContext } from './run-context.ts'
import type { ShopProcess } from './shop-process.ts'

const concurrentLogins = 50
const visitors = 10
const pagesPerSecond = 200
const maxSlowdown = 2
const maxDifference = 0.1
const knownEmail = 'asha@alpine.example'
const unknownEmail = 'nobody@alpine.example'

/** Latency of cached pages during a flood of logins. */
export const loginFlood: Benchmark = {
  name: 'login flood',
  async run(context) {
    const shop = await context.shop(await context.seeded())
    const row = await flood(context, shop)
    await shop.stop()
    return [row]
  },
}

/** Response times must not reveal whether an account exists. */
export const signInTiming: Benchmark = {
  name: 'sign-in timing',
  async run(context) {
    const shop = await context.shop(await context.seeded())
    const rows = await timing(context, shop)
    await shop.stop()
    return rows
  },
}

async function flood(context: RunContext, shop: ShopProcess): Promise<Row> {
  const paths = await productPaths(shop)
  const headers = { 'accept-encoding': 'br' }
  const seconds = context.quick ? 2 : 4
  const browsing = { connections: visitors, perSecond: pagesPerSecond, seconds }
  const browse = () => context.generator.measure({ url: shop.url, paths, headers, ...browsing })
  const flooder = startGenerator()
  context.onClose(flooder.stop)
  const wrongLogin = JSON.stringify({ username: unknownEmail, password: 'Wrong-12345' })
  const logins = {
    url: shop.url,
    paths: ['/api/authentication/login'],
    headers: { 'Content-Type': 'application/json' },
    body: wrongLogin,
    expectedError: 401,
    connections: concurrentLogins,
  }
  const browseDuringFlood = async (): Promise<LoadResult> => {
    const flooding = flooder.measure({ ...logins, seconds: seconds + 2 })
    await sleep(1000)
    const result = await browse()
    await flooding
    return result
  }
  await browseDuringFlood()
  const results = await alternate(context.quick ? 2 : 5, { idle: browse, flooded: browseDuringFlood })
  const p99 = (side: keyof typeof results) => results[side].map((each) => each.p99)
  const best = (side: keyof typeof results) => Math.min(...p99(side))
  const slowdown = best('flooded') / best('idle')
  return {
    name: `p99 of a cached page during ${concurrentLogins} concurrent logins`,
    measured: `${round(best('flooded'), 2)} ms`,
    baseline: `${round(best('idle'), 2)} ms without`,
    value: `${round(slowdown, 2)}×`,
    spread: `${spreadOf(p99('flooded'), 2)} | ${spreadOf(p99('idle'), 2)}`,
    budget: `< ${maxSlowdown}×`,
    ok: slowdown < maxSlowdown,
    raw: results,
  }
}

async function timing(context: RunContext, shop: ShopProcess): Promise<Row[]> {
  const rounds = context.quick ? 30 : 150
  const rows: Row[] = []
  for (const { name, send } of [
    { name: 'login: unknown account against wrong password', send: login },
    { name: 'forgot-password: unknown against known account', send: forgotPassword },
  ]) {
    const timed = (email: string) => async () => {
      const startedAt = performance.now()
      await send(shop, email)
      return performance.now() - startedAt
    }
    const results = await alternate(rounds, { known: timed(knownEmail), unknown: timed(unknownEmail) })
    const difference = Math.abs(median(results.unknown) / median(results.known) - 1)
    rows.push({
      name,
      measured: `${round(median(results.unknown), 2)} ms`,
      baseline: `${round(median(results.known), 2)} ms`,
      value: `${round(difference * 100)} % difference`,
      spread: `${spreadOf(results.unknown)} | ${spreadOf(results.known)}`,
      budget: `≤ ${maxDifference * 100} %`,
      ok: difference <= maxDifference,
      raw: results,
    })
  }
  return rows
}

async function login({ url }: ShopProcess, username: string): Promise<void> {
  await expectStatus(401, `${url}/api/authentication/login`, { username, password: 'Wrong-12345' })
}

async function forgotPassword({ url }: ShopProcess, email: string): Promise<void> {
  await expectStatus(200, `${url}/api/authentication/forgot-password?email=${email}`)
}

async function expectStatus(status: number, url: string, body?: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url, { method: 'POST', ...(body ? { headers, body: JSON.stringify(body) } : {}) })
  await response.arrayBuffer()
  if (response.status !== status) throw new Error(`${url} answered ${response.status}`)
}
