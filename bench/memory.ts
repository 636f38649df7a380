import { setTimeout as sleep } from 'node:timers/promises'
import { productPaths } from './product-paths.ts'
import { megabytes, spreadOf } from './report.ts'
import type { Benchmark } from './run-context.ts'
import type { ShopProcess } from './shop-process.ts'

const maxMemory = 130 * 1024 * 1024
const idleMs = 5_000

/** A shop on PostgreSQL, idle after one request of each kind. */
export const memory: Benchmark = {
  name: 'idle memory',
  async run(context) {
    const seeded = await context.seeded()
    const samples: number[] = []
    for (let round = 0; round < (context.quick ? 1 : 3); round++) {
      const shop = await context.shop(seeded)
      for (const path of await onePathOfEachKind(shop)) {
        const response = await fetch(shop.url + path)
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      }
      await sleep(idleMs)
      samples.push(await shop.metric('process_resident_memory_bytes'))
      await shop.stop()
    }
    const best = Math.min(...samples)
    return [
      {
        name: 'idle memory (RSS)',
        measured: `${samples.length} starts`,
        baseline: '',
        value: megabytes(best),
        spread: `${spreadOf(samples.map((bytes) => bytes / 1024 / 1024))} MB`,
        budget: `≤ ${megabytes(maxMemory)}`,
        ok: best <= maxMemory,
        raw: samples,
      },
    ]
  },
}

async function onePathOfEachKind(shop: ShopProcess): Promise<string[]> {
  const [product = ''] = await productPaths(shop)
  const html = await (await fetch(shop.url + product)).text()
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(html) ?? []
  const [picture = ''] = /\/media\/[\w-]+\.webp/.exec(html) ?? []
  return [
    '/',
    '/shop',
    '/shop/crystal',
    '/shop/product/quartz',
    product,
    `${product}.data`,
    asset,
    picture,
    '/api/product',
    '/api/product/category/crystal?sortBy=priceAsc',
    '/api/product/tags/quartz',
    '/api/product/search?Name=aquamrine',
    `/api/product/${product.split('/').at(-1)}`,
    '/api/blogs',
    '/api/Testimonials',
    '/api/openapi.json',
    '/healthz',
    '/readyz',
  ]
}
