import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorBody, httpStatus, ShopError } from '#shared/errors.ts'
import { requestId } from './request-id.ts'

/** A page that must be rendered takes the processor for about as long as this many calls. */
export const pageWeight = 6

const mostAtOnce = 300
const retryAfterSeconds = 2

const tooMany = () =>
  new ShopError('unavailable', 'Many people are here at this moment. Please try again shortly.', { retryAfterSeconds })
const refusal = JSON.stringify(errorBody(tooMany()))

type Bounds = { most?: number; headers?: Record<string, string>; onRefused?: (method: string) => void }

/**
 * Beyond what can be answered within about a second, another request would only make everybody wait longer: it is
 * refused at once, and costs next to nothing.
 */
export class Overload {
  readonly #most: number
  readonly #headers: Record<string, string>
  readonly #onRefused: (method: string) => void
  #atOnce = 0

  constructor({ most = mostAtOnce, headers = {}, onRefused = () => {} }: Bounds = {}) {
    this.#most = most
    this.#headers = {
      ...headers,
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Retry-After': String(retryAfterSeconds),
    }
    this.#onRefused = onRefused
  }

  /** The quick way, straight on Node's own request: true when there was no room for a call and it has been told so. */
  sendRefusal(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#atOnce < this.#most || !/^\/api\//i.test(request.url ?? '')) return false
    this.#onRefused(request.method ?? '')
    const id = requestId(String(request.headers['x-request-id'] ?? ''))
    response.writeHead(httpStatus.unavailable, { ...this.#headers, 'X-Request-Id': id })
    response.end(refusal)
    return true
  }

  async admit<T>(weight: number, work: () => Promise<T>): Promise<T> {
    if (this.#atOnce + weight > this.#most) throw tooMany()
    this.#atOnce += weight
    try {
      return await work()
    } finally {
      this.#atOnce -= weight
    }
  }
}
