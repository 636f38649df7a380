import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Buyer, productCount } from '#bench/buyers.ts'
import type { Attempt } from '#tests/support/invariants.ts'
import { type CallResult, createClient, order } from './shoppers.ts'

const stepEveryMs = 300
const stepsPerOrder = 40

export type PacedShoppers = { attempts: Attempt[]; results: CallResult[]; stop(): Promise<void> }

/** Shoppers who browse, search, fill their carts and order at a steady rate, each from its own IP address. */
export function startPacedShoppers(url: string, buyers: Buyer[], pages: string[]): PacedShoppers {
  const attempts: Attempt[] = []
  const results: CallResult[] = []
  let isOver = false
  const running = buyers.map(async (buyer, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const from = { 'X-Forwarded-For': `203.0.113.${index + 1}` }
    const callAnonymous = createClient(url, agent, results, from)
    const call = createClient(url, agent, results, { ...from, Authorization: `Bearer ${buyer.token}` })
    const product = (n: number) => ((index * 31 + n * 7) % productCount) + 1
    const browse: ((n: number) => Promise<unknown>)[] = [
      (n) => callAnonymous('GET', pages[(n + index) % pages.length] ?? '/'),
      (n) => callAnonymous('GET', `/api/product?pageNumber=${(n % 20) + 1}`),
      (n) => call('PUT', '/api/ShoppingCart/Upsert', { cartItems: [{ productId: product(n), quantity: 1 }] }),
      (n) => callAnonymous('GET', `/api/product/search?Name=sample%20${product(n)}%20${n}`),
    ]
    // A search that is not in the page cache must be rendered.
    const steps = [...browse, ...browse, (n: number) => callAnonymous('GET', `/shop?Name=sample${index}x${n}`)]
    const startedAt = performance.now() + (index * stepEveryMs) / buyers.length
    for (let n = 0; !isOver; n++) {
      await sleep(Math.max(0, startedAt + n * stepEveryMs - performance.now()))
      const isOrder = n % stepsPerOrder === (index * 2) % stepsPerOrder
      if (isOrder) {
        await browse[2]?.(n)
        await order(call, buyer, { attempts })
      } else await steps[(n + index) % steps.length]?.(n)
    }
    agent.destroy()
  })
  return {
    attempts,
    results,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
  }
}
