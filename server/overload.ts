import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorBody, httpStatus, ShopError } from '#shared/errors.ts'
import { requestId } from './request-id.ts'

/** Rendering a page takes about as much processor time as this many API calls. */
export const pageWeight = 6

const maxActive = 300
const retryAfterSeconds = 2

const tooMany = () =>
  new ShopError('unavailable', 'The shop is very busy. Please try again shortly.', { retryAfterSeconds })
const refusal = JSON.stringify(errorBody(tooMany()))

type Options = { max?: number; headers?: Record<string, string>; onRefused?: (method: string) => void }

/** Refuses requests above the number that the process can answer within about a second; queued requests would slow all. */
export class Overload {
  readonly #max: number
  readonly #headers: Record<string, string>
  readonly #onRefused: (method: string) => void
  #active = 0

  constructor({ max = maxActive, headers = {}, onRefused = () => {} }: Options = {}) {
    this.#max = max
    this.#headers = {
      ...headers,
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Retry-After': String(retryAfterSeconds),
    }
    this.#onRefused = onRefused
  }

  /** Works on Node's request directly, before Hono. Returns true if an API call was refused. */
  sendRefusal(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#active < this.#max || !/^\/api\//i.test(request.url ?? '')) return false
    this.#onRefused(request.method ?? '')
    const id = requestId(String(request.headers['x-request-id'] ?? ''))
    response.writeHead(httpStatus.unavailable, { ...this.#headers, 'X-Request-Id': id })
    response.end(refusal)
    return true
  }

  async admit<T>(weight: number, work: () => Promise<T>): Promise<T> {
    if (this.#active + weight > this.#max) throw tooMany()
    this.#active += weight
    try {
      return await work()
    } finally {
      this.#active -= weight
    }
  }
}
