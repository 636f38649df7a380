import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ShopError } from '#shared/errors.ts'
import type { ServerEnv } from './app.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { bodyTooLarge, maxBodyBytes, type RequestBodies } from './request-body.ts'

/** Per network (IPv4 address or IPv6 /64), multiplied by RATE_LIMIT_FACTOR. Cached pages and responses are not counted. */
const maxOpenRequests = 100

export function limitOpenRequests(factor: number): MiddlewareHandler<ServerEnv> {
  const openRequests = new ConcurrencyLimit(Math.max(1, Math.round(maxOpenRequests * factor)))
  return async (c, next) => {
    const release = openRequests.acquire(c.get('network'))
    if (!release)
      throw new ShopError('tooMany', 'You have too many requests open. Please wait a moment and try again.', {
        retryAfterSeconds: 2,
      })
    const outgoing = c.env?.outgoing
    if (!outgoing || outgoing.destroyed) return next().finally(release)
    outgoing.once('close', release)
    await next()
  }
}

/** Reads the body before the request takes an overload slot, so a slow body holds no slot. */
export function receiveBody(bodies: RequestBodies): MiddlewareHandler<ServerEnv> {
  const limitInProcess = bodyLimit({
    maxSize: maxBodyBytes,
    onError: () => {
      throw bodyTooLarge()
    },
  })
  return async (c, next) => {
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') return next()
    const incoming = c.env?.incoming
    if (!incoming) return limitInProcess(c, next)
    await bodies.receive(incoming)
    await next()
  }
}
