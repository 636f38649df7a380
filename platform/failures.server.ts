import { ShopError } from '#shared/errors.ts'
import { isDatabaseAway } from './db.server.ts'
import type { Log } from './log.server.ts'

/** Any failure as the one error of the shop; what it really was goes to the log, never to the caller. */
export function asShopError(error: unknown, log: Log): ShopError {
  if (error instanceof ShopError) return error
  if (isDatabaseAway(error)) {
    log.warn({ err: describe(error) }, 'the database is away')
    return new ShopError('unavailable', 'The shop is resting for a moment. Please try again shortly.', {
      retryAfterSeconds: 5,
      cause: error,
    })
  }
  log.error({ err: describe(error), stack: error instanceof Error ? error.stack : undefined }, 'a request failed')
  return new ShopError('internal', 'Something went wrong, please try again later', { cause: error })
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
