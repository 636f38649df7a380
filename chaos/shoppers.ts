import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Buyer, productCount } from '#bench/buyers.ts'
import type { Attempt } from '#tests/support/invariants.ts'

const timeoutMs = 30_000
const retryMs = 250
const retryStatuses = new Set<number | 'lost'>([429, 502, 503, 504, 'lost'])

export type CallResult = { status: number | 'lost'; ms: number; at: number; order: boolean }

type Shoppers = {
  attempts: Attempt[]
  results: CallResult[]
  /** Waits until every shopper has finished the current order. */
  stop(): Promise<void>
}

/** Shoppers who order without pause. An order without a clear outcome is sent again with the same key. */
export function startShoppers(url: string, buyers: Buyer[]): Shoppers {
  const attempts: Attempt[] = []
  const results: CallResult[] = []
  let isOver = false
  const running = buyers.map((buyer) => shop(url, buyer, { attempts, results, isOver: () => isOver }))
  return {
    attempts,
    results,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
  }
}

type ShopperLog = { attempts: Attempt[]; results: CallResult[]; isOver(): boolean }

async function shop(url: string, buyer: Buyer, log: ShopperLog): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = createClient(url, agent, log.results, { Authorization: `Bearer ${buyer.token}` })
  while (!log.isOver()) {
    const productIds = new Set(Array.from({ length: 3 }, () => Math.floor(Math.random() * productCount) + 1))
    const cartItems = [...productIds].map((productId) => ({ productId, quantity: 1 }))
    const updated = await call('PUT', '/api/ShoppingCart/Upsert', { cartItems })
    if (updated.status === 200) await order(call, buyer, log)
    else await sleep(retryMs)
  }
  agent.destroy()
}

export async function order(
  call: Call,
  { cartId, addressId }: Buyer,
  log: Pick<ShopperLog, 'attempts'>,
): Promise<void> {
  const key = randomUUID()
  // Retries continue after `stop`, because the outcome of every order must be known.
  for (let tries = 0; tries < 400; tries++) {
    const body = { shoppingCartId: cartId, addressId, method: 0 }
    const { status, body: order } = await call('POST', '/api/order', body, { 'Idempotency-Key': key })
    const mustRetry = retryStatuses.has(status)
    log.attempts.push({ key, status: mustRetry ? 'lost' : status, orderId: order.orderId ?? null })
    if (!mustRetry) return
    await sleep(retryMs)
  }
}

type Headers = Record<string, string>
type Call = (
  method: string,
  path: string,
  body?: object,
  headers?: Headers,
) => Promise<{ status: number | 'lost'; body: { orderId?: string } }>

/** A client with common headers on the connections of one agent. It records every call in `results`. */
export function createClient(url: string, agent: Agent, results: CallResult[], commonHeaders: Headers): Call {
  return async (method, path, body, headers = {}) => {
    const startedAt = performance.now()
    const { status, body: responseBody } = await new Promise<{ status: number | 'lost'; body: { orderId?: string } }>(
      (resolve) => {
        const lost = () => resolve({ status: 'lost', body: {} })
        const allHeaders = { ...commonHeaders, ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers }
        const options = { method, agent, headers: allHeaders, timeout: timeoutMs }
        const outgoing = request(url + path, options, (response) => {
          text(response).then((json) => resolve({ status: response.statusCode ?? 0, body: parse(json) }), lost)
        })
        outgoing
          .on('timeout', () => outgoing.destroy())
          .on('error', lost)
          .end(body && JSON.stringify(body))
      },
    )
    const at = performance.now()
    results.push({ status, ms: at - startedAt, at, order: path === '/api/order' })
    return { status, body: responseBody }
  }
}

function parse(json: string): { orderId?: string } {
  try {
    return JSON.parse(json) as { orderId?: string }
  } catch {
    return {}
  }
}

/** For example "12 × 200, 1 × 503". */
export function countStatuses(results: { status: number | 'lost' }[]): string {
  const counts = Map.groupBy(results, ({ status }) => status)
  return [...counts].map(([status, matching]) => `${matching.length} × ${status}`).join(', ') || 'none'
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
