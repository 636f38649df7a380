import { DrizzleQueryError } from 'drizzle-orm/errors'
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
  log.error({ err: describe(error), stack: framesOf(error) }, 'a request failed')
  return new ShopError('internal', 'Something went wrong, please try again later', { cause: error })
}

/** A failed query is told without its parameters: they may be somebody's address or worse. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
  return error.cause instanceof Error ? `${message}: ${error.cause.message}` : message
}

/** A stack begins with the message, which `describe` has told already. */
function framesOf(error: unknown): string | undefined {
  const lines = error instanceof Error ? error.stack?.split('\n') : undefined
  return lines?.filter((line) => /^\s+at /.test(line)).join('\n')
}
