import { setTimeout as sleep } from 'node:timers/promises'
import { productPaths } from './product-paths.ts'
import { megabytes, spreadOf } from './report.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Figure } from './stage.ts'

const mostMemory = 150 * 1024 * 1024
const restMs = 5_000

/** A shop on PostgreSQL that has just opened, has answered one request of each kind, and rests. */
export const memory: Figure = {
  name: 'memory at rest',
  async take(stage) {
    const seeded = await stage.seeded()
    const taken: number[] = []
    for (let turn = 0; turn < (stage.quick ? 1 : 3); turn++) {
      const shop = await stage.shop(seeded)
      for (const path of await oneOfEach(shop)) {
        const answer = await fetch(shop.url + path)
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      }
      await sleep(restMs)
      taken.push(await shop.metric('process_resident_memory_bytes'))
      await shop.stop()
    }
    const best = Math.min(...taken)
    return [
      {
        what: 'memory at rest (RSS)',
        measured: `${taken.length} starts`,
        yardstick: '',
        figure: megabytes(best),
        spread: `${spreadOf(taken.map((bytes) => bytes / 1024 / 1024))} MB`,
        budget: `< ${megabytes(mostMemory)}`,
        ok: best < mostMemory,
        raw: taken,
      },
    ]
  },
}

async function oneOfEach(shop: ShopProcess): Promise<string[]> {
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
