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
  const refusal = refusalOf(error)
  if (refusal) {
    // PostgreSQL's own message may quote the value.
    const err = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : 'Failed query'
    const { sqlState, constraint } = refusal
    const fields = { err, sqlState, constraint, stack: framesOf(error) }
    log.error(fields, 'a value passed its schema and the database refused it')
    return new ShopError(refusal.code, refusal.message, { cause: error })
  }
  log.error({ err: describe(error), stack: framesOf(error) }, 'a request failed')
  return new ShopError('internal', 'Something went wrong, please try again later', { cause: error })
}

type Refusal = { code: 'invalid' | 'conflict'; message: string }

const cannotUse: Refusal = {
  code: 'invalid',
  message: 'Something in this request cannot be used. Please check it and try again.',
}
const isTaken: Refusal = { code: 'conflict', message: 'This exists already. Please choose another.' }
const isGone: Refusal = {
  code: 'conflict',
  message: 'Something that this belongs to is no longer there, or is still in use. Please reload and try again.',
}

/** SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const integrity: Record<string, Refusal> = {
  23502: cannotUse,
  23514: cannotUse,
  23505: isTaken,
  '23P01': isTaken,
}

/** Class 22 is a value that the database cannot hold, class 23 one that breaks a constraint. */
function refusalOf(error: unknown): (Refusal & { sqlState: string; constraint: unknown }) | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const sqlState = 'code' in cause ? String(cause.code) : ''
    if (!/^2[23][0-9A-Z]{3}$/.test(sqlState)) continue
    const constraint = 'constraint' in cause ? cause.constraint : undefined
    return { ...(sqlState.startsWith('22') ? cannotUse : (integrity[sqlState] ?? isGone)), sqlState, constraint }
  }
  return undefined
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
