import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Buyer, pieces } from '#bench/buyers.ts'
import type { Attempt } from '#tests/support/invariants.ts'
import { type Answer, createClient, order } from './shoppers.ts'

const stepEveryMs = 300
const stepsPerOrder = 40

export type PacedShoppers = { attempts: Attempt[]; answers: Answer[]; stop(): Promise<void> }

/** Shoppers who browse, search, fill their carts and order at a steady pace, each from an address of its own. */
export function startPacedShoppers(url: string, buyers: Buyer[], pages: string[]): PacedShoppers {
  const attempts: Attempt[] = []
  const answers: Answer[] = []
  let isOver = false
  const working = buyers.map(async (buyer, index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const from = { 'X-Forwarded-For': `203.0.113.${index + 1}` }
    const look = createClient(url, agent, answers, from)
    const ask = createClient(url, agent, answers, { ...from, Authorization: `Bearer ${buyer.token}` })
    const product = (n: number) => ((index * 31 + n * 7) % pieces) + 1
    const browse: ((n: number) => Promise<unknown>)[] = [
      (n) => look('GET', pages[(n + index) % pages.length] ?? '/'),
      (n) => look('GET', `/api/product?pageNumber=${(n % 20) + 1}`),
      (n) => ask('PUT', '/api/ShoppingCart/Upsert', { cartItems: [{ productId: product(n), quantity: 1 }] }),
      (n) => look('GET', `/api/product/search?Name=piece%20${product(n)}%20${n}`),
    ]
    // What nobody has searched before must be rendered.
    const steps = [...browse, ...browse, (n: number) => look('GET', `/shop?Name=piece${index}x${n}`)]
    const startedAt = performance.now() + (index * stepEveryMs) / buyers.length
    for (let n = 0; !isOver; n++) {
      await sleep(Math.max(0, startedAt + n * stepEveryMs - performance.now()))
      const isOrder = n % stepsPerOrder === (index * 2) % stepsPerOrder
      if (isOrder) {
        await browse[2]?.(n)
        await order(ask, buyer, { attempts })
      } else await steps[(n + index) % steps.length]?.(n)
    }
    agent.destroy()
  })
  return {
    attempts,
    answers,
    stop: async () => {
      isOver = true
      await Promise.all(working)
    },
  }
}
