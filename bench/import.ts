import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openPglite } from '#platform/db-pglite.server.ts'
import { csvLine } from '#shared/csv.ts'
import { newId } from '#shared/ids.ts'
import { hashSecret, newSecret } from '#shared/secrets.ts'
import { type Row, round, thousands } from './report.ts'
import type { Benchmark } from './run-context.ts'
import type { ShopProcess } from './shop-process.ts'
import { colors, forms, stones } from './vocabulary.ts'

const maxDelayMs = 200
const pauseMs = 5

/** A CSV import on PGlite, whose one connection a visitor shares. */
export const productImport: Benchmark = {
  name: 'product import',
  async run(context) {
    const lines = context.quick ? 5_000 : 20_000
    const folder = await context.folder()
    const token = await addOwner(folder)
    const shop = await context.shop({ DATA_DIR: folder })
    await send(shop, token, fileOf(500, '9.00'))
    const visitor = new Visitor(shop.url)
    await visitor.watch(sleep(3_000))
    const rows: Row[] = []
    for (const [name, price] of [
      ['new', '10.00'],
      ['changed', '11.00'],
    ] as const) {
      const usual = visitor.median()
      visitor.times.length = 0
      const startedAt = performance.now()
      await visitor.watch(send(shop, token, fileOf(lines, price)))
      const seconds = (performance.now() - startedAt) / 1000
      const longest = Math.max(...visitor.times)
      rows.push({
        name: `${thousands(lines)} ${name} products on PGlite`,
        measured: `${round(seconds)} s, ${visitor.times.length} responses to a visitor`,
        baseline: `${round(usual)} ms usually`,
        value: `${round(longest - usual, 0)} ms longest delay`,
        spread: `${round(visitor.median())} ms median`,
        budget: `≤ ${maxDelayMs} ms`,
        ok: longest - usual <= maxDelayMs,
      })
      visitor.times.length = 0
      await visitor.watch(sleep(3_000))
    }
    await shop.stop()
    return rows
  },
}

async function addOwner(folder: string): Promise<string> {
  const [id, token] = [newId(), newSecret()]
  const database = await openPglite(folder, 'http://localhost')
  await database.migrate()
  await database.db.execute(sql`insert into users (id, username, email, role, name)
    values (${id}, 'owner', 'owner@shop.example', 'Owner', 'Owner')`)
  await database.db.execute(sql`insert into sessions (token_hash, user_id) values (${hashSecret(token)}, ${id})`)
  await database.close()
  return token
}

const pick = <T>(list: readonly T[], n: number) => list[n % list.length] as T

function fileOf(count: number, price: string): string {
  const rows = Array.from({ length: count }, (_, n) => {
    const [form] = pick(forms, n)
    const name = `${pick(stones, n)} ${form} ${n}`
    const description = `A ${pick(colors, n)} ${form} of ${pick(stones, n + 3)}, cut and polished in Patan. `.repeat(4)
    return csvLine([`stone-${n}`, name, description, 'crystal', '1240.00', price, String(n % 9), pick(stones, n)])
  })
  return csvLine(['slug', 'name', 'description', 'category', 'price_npr', 'price_usd', 'stock', 'tags']) + rows.join('')
}

async function send(shop: ShopProcess, token: string, body: string): Promise<void> {
  const response = await fetch(`${shop.url}/api/admin/products/import?dryRun=false`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' },
    body,
  })
  const report = (await response.json()) as { applied?: boolean }
  if (!report.applied) throw new Error(`The import failed: ${JSON.stringify(report).slice(0, 500)}`)
}

/** Opens pages, lists and searches that no cache holds, one after the other. */
class Visitor {
  readonly times: number[] = []
  readonly #url: string
  #next = 0

  constructor(url: string) {
    this.#url = url
  }

  async watch(work: Promise<unknown>): Promise<void> {
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await this.#visit(this.#next++)
      await sleep(pauseMs)
    }
    await ended
  }

  async #visit(n: number): Promise<void> {
    const paths = [
      `/shop/crystal/stone-${n % 500}`,
      `/api/product/search?Name=${pick(stones, n)}&pageNumber=${1 + (n % 5)}`,
      `/api/product?pageNumber=${1 + (n % 30)}`,
      `/api/product/stone-${(n * 7) % 500}`,
      `/shop?page=${1 + (n % 20)}`,
    ]
    const startedAt = performance.now()
    const response = await fetch(this.#url + pick(paths, n))
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${response.url} returned ${response.status}`)
    this.times.push(performance.now() - startedAt)
  }

  median(): number {
    const sorted = this.times.toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
}
