import { setTimeout as sleep } from 'node:timers/promises'
import { startGenerator } from './generator.ts'
import type { Measured } from './load-generator.ts'
import { productPaths } from './product-paths.ts'
import { type Row, round, spreadOf } from './report.ts'
import { median, takeTurns } from './rounds.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Figure, Stage } from './stage.ts'

const loginsAtOnce = 50
const visitors = 10
const pagesPerSecond = 200
const mostOverIdle = 2
const mostApart = 0.1
const known = 'asha@alpine.example'
const unknown = 'nobody@alpine.example'

/** What a flood of logins does to those who only look. */
export const loginFlood: Figure = {
  name: 'login flood',
  async take(stage) {
    const shop = await stage.shop(await stage.seeded())
    const row = await flood(stage, shop)
    await shop.stop()
    return [row]
  },
}

/** Whether time tells who has an account. */
export const signInTiming: Figure = {
  name: 'sign-in timing',
  async take(stage) {
    const shop = await stage.shop(await stage.seeded())
    const rows = await timing(stage, shop)
    await shop.stop()
    return rows
  },
}

async function flood(stage: Stage, shop: ShopProcess): Promise<Row> {
  const paths = await productPaths(shop)
  const headers = { 'accept-encoding': 'br' }
  const seconds = stage.quick ? 2 : 4
  const pace = { connections: visitors, perSecond: pagesPerSecond, seconds }
  const browse = () => stage.generator.measure({ url: shop.url, paths, headers, ...pace })
  const flooder = startGenerator()
  stage.onClose(flooder.stop)
  const wrong = JSON.stringify({ username: unknown, password: 'Wrong-12345' })
  const logins = {
    url: shop.url,
    paths: ['/api/authentication/login'],
    headers: { 'Content-Type': 'application/json' },
    body: wrong,
    refusal: 401,
    connections: loginsAtOnce,
  }
  const browseDuringFlood = async (): Promise<Measured> => {
    const flooding = flooder.measure({ ...logins, seconds: seconds + 2 })
    await sleep(1000)
    const measured = await browse()
    await flooding
    return measured
  }
  await browseDuringFlood()
  const taken = await takeTurns(stage.quick ? 2 : 5, { idle: browse, flooded: browseDuringFlood })
  const p99 = (side: keyof typeof taken) => taken[side].map((each) => each.p99)
  const best = (side: keyof typeof taken) => Math.min(...p99(side))
  const figure = best('flooded') / best('idle')
  return {
    what: `p99 of a kept page during ${loginsAtOnce} logins at once`,
    measured: `${round(best('flooded'), 2)} ms`,
    yardstick: `${round(best('idle'), 2)} ms without`,
    figure: `${round(figure, 2)}×`,
    spread: `${spreadOf(p99('flooded'), 2)} | ${spreadOf(p99('idle'), 2)}`,
    budget: `< ${mostOverIdle}×`,
    ok: figure < mostOverIdle,
    raw: taken,
  }
}

async function timing(stage: Stage, shop: ShopProcess): Promise<Row[]> {
  const rounds = stage.quick ? 30 : 150
  const rows: Row[] = []
  for (const { what, ask } of [
    { what: 'login: nobody against a wrong password', ask: login },
    { what: 'forgot-password: nobody against somebody', ask: forgot },
  ]) {
    const timed = (email: string) => async () => {
      const startedAt = performance.now()
      await ask(shop, email)
      return performance.now() - startedAt
    }
    const taken = await takeTurns(rounds, { known: timed(known), unknown: timed(unknown) })
    const apart = Math.abs(median(taken.unknown) / median(taken.known) - 1)
    rows.push({
      what,
      measured: `${round(median(taken.unknown), 2)} ms`,
      yardstick: `${round(median(taken.known), 2)} ms`,
      figure: `${round(apart * 100)} % apart`,
      spread: `${spreadOf(taken.unknown)} | ${spreadOf(taken.known)}`,
      budget: `≤ ${mostApart * 100} %`,
      ok: apart <= mostApart,
      raw: taken,
    })
  }
  return rows
}

async function login({ url }: ShopProcess, username: string): Promise<void> {
  await expectStatus(401, `${url}/api/authentication/login`, { username, password: 'Wrong-12345' })
}

async function forgot({ url }: ShopProcess, email: string): Promise<void> {
  await expectStatus(200, `${url}/api/authentication/forgot-password?email=${email}`)
}

async function expectStatus(status: number, url: string, body?: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', ...(body ? { headers, body: JSON.stringify(body) } : {}) })
  await answer.arrayBuffer()
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status}`)
}
