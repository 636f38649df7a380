import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Buyer, pieces } from '#bench/buyers.ts'
import type { Attempt } from '#tests/support/invariants.ts'

const answerWithinMs = 30_000
const retryMs = 250
const openStates = new Set<number | 'lost'>([429, 502, 503, 504, 'lost'])

export type Answer = { status: number | 'lost'; ms: number; at: number; order: boolean }

type Shoppers = {
  attempts: Attempt[]
  answers: Answer[]
  /** Lets each come to the end of what it is about, then stops. */
  stop(): Promise<void>
}

/** People who buy without pause. One who does not know what became of an order asks again with the same key. */
export function startShoppers(url: string, buyers: Buyer[]): Shoppers {
  const attempts: Attempt[] = []
  const answers: Answer[] = []
  let over = false
  const working = buyers.map((buyer) => shop(url, buyer, { attempts, answers, isOver: () => over }))
  return {
    attempts,
    answers,
    stop: async () => {
      over = true
      await Promise.all(working)
    },
  }
}

type Notes = { attempts: Attempt[]; answers: Answer[]; isOver(): boolean }

async function shop(url: string, buyer: Buyer, notes: Notes): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = createClient(url, agent, notes.answers, { Authorization: `Bearer ${buyer.token}` })
  while (!notes.isOver()) {
    const chosen = new Set(Array.from({ length: 3 }, () => Math.floor(Math.random() * pieces) + 1))
    const cartItems = [...chosen].map((productId) => ({ productId, quantity: 1 }))
    const filled = await ask('PUT', '/api/ShoppingCart/Upsert', { cartItems })
    if (filled.status === 200) await order(ask, buyer, notes)
    else await sleep(retryMs)
  }
  agent.destroy()
}

export async function order(ask: Ask, { cartId, addressId }: Buyer, notes: Pick<Notes, 'attempts'>): Promise<void> {
  const key = randomUUID()
  // Asked to the very end, also after closing time: what became of every order must be known.
  for (let tries = 0; tries < 400; tries++) {
    const body = { shoppingCartId: cartId, addressId, method: 0 }
    const { status, answer } = await ask('POST', '/api/order', body, { 'Idempotency-Key': key })
    const isOpen = openStates.has(status)
    notes.attempts.push({ key, status: isOpen ? 'lost' : status, orderId: answer.orderId ?? null })
    if (!isOpen) return
    await sleep(retryMs)
  }
}

type Headers = Record<string, string>
type Ask = (
  method: string,
  path: string,
  body?: object,
  headers?: Headers,
) => Promise<{ status: number | 'lost'; answer: { orderId?: string } }>

/** Calls with the same headers on the connections of one agent, each noted with its time. */
export function createClient(url: string, agent: Agent, answers: Answer[], always: Headers): Ask {
  return async (method, path, body, headers = {}) => {
    const startedAt = performance.now()
    const { status, answer } = await new Promise<{ status: number | 'lost'; answer: { orderId?: string } }>(
      (resolve) => {
        const lost = () => resolve({ status: 'lost', answer: {} })
        const all = { ...always, ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers }
        const asked = request(url + path, { method, agent, headers: all, timeout: answerWithinMs }, (response) => {
          text(response).then((said) => resolve({ status: response.statusCode ?? 0, answer: parse(said) }), lost)
        })
        asked
          .on('timeout', () => asked.destroy())
          .on('error', lost)
          .end(body && JSON.stringify(body))
      },
    )
    const at = performance.now()
    answers.push({ status, ms: at - startedAt, at, order: path === '/api/order' })
    return { status, answer }
  }
}

function parse(said: string): { orderId?: string } {
  try {
    return JSON.parse(said) as { orderId?: string }
  } catch {
    return {}
  }
}

/** How many answers of each kind, in words. */
export function tally(answers: { status: number | 'lost' }[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status)
  return [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', ') || 'none'
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
