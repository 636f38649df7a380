import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ShopError } from '#shared/errors.ts'
import type { ServerEnv } from './app.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { bodyTooLarge, largestBody, type RequestBodies } from './request-body.ts'

/** Per address (of IPv6, per /64) and times RATE_LIMIT_FACTOR. Pages and answers from memory are sent before this and not counted. */
const mostOpenRequests = 100

export function limitOpenRequests(factor: number): MiddlewareHandler<ServerEnv> {
  const openRequests = new ConcurrencyLimit(Math.max(1, Math.round(mostOpenRequests * factor)))
  return async (c, next) => {
    const leave = openRequests.enter(c.get('line'))
    if (!leave)
      throw new ShopError('tooMany', 'You have too many requests open. Please wait a moment and try again.', {
        retryAfterSeconds: 2,
      })
    const outgoing = c.env?.outgoing
    if (!outgoing || outgoing.destroyed) return next().finally(leave)
    outgoing.once('close', leave)
    await next()
  }
}

/** Reads the body before an overload slot is taken, so that a slow body holds no slot. */
export function receiveBody(bodies: RequestBodies): MiddlewareHandler<ServerEnv> {
  const limitInProcess = bodyLimit({
    maxSize: largestBody,
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
