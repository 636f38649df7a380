import { DrizzleQueryError } from 'drizzle-orm/errors'
import { ShopError } from '#shared/errors.ts'
import { causesOf, codeOf, isDatabaseUnavailable } from './db.server.ts'
import type { Log } from './log.server.ts'

/** Details of an unexpected error go to the log, never to the caller. */
export function toShopError(error: unknown, log: Log): ShopError {
  if (error instanceof ShopError) return error
  if (isDatabaseUnavailable(error)) {
    log.warn({ err: describe(error) }, 'the database is unavailable')
    return new ShopError('unavailable', 'The shop is temporarily unavailable. Please try again shortly.', {
      retryAfterSeconds: 5,
      cause: error,
    })
  }
  const rejection = rejectionOf(error)
  if (rejection) {
    // PostgreSQL's own message may contain the value.
    const err = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : 'Failed query'
    const { sqlState, constraint } = rejection
    const fields = { err, sqlState, constraint, stack: framesOf(error) }
    log.error(fields, 'the database rejected a value that passed its schema')
    return new ShopError(rejection.code, rejection.message, { cause: error })
  }
  log.error({ err: describe(error), stack: framesOf(error) }, 'a request failed')
  return new ShopError('internal', 'Something went wrong, please try again later', { cause: error })
}

type Rejection = { code: 'invalid' | 'conflict'; message: string }

const invalidValue: Rejection = {
  code: 'invalid',
  message: 'A value in this request is not allowed. Please check it and try again.',
}
const duplicateValue: Rejection = { code: 'conflict', message: 'This already exists. Please choose another.' }
const brokenReference: Rejection = {
  code: 'conflict',
  message: 'A related record was deleted or is still in use. Please reload and try again.',
}

/** SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const constraintRejections: Record<string, Rejection> = {
  23502: invalidValue,
  23514: invalidValue,
  23505: duplicateValue,
  '23P01': duplicateValue,
}

/** Class 22: the database cannot store the value. Class 23: the value violates a constraint. */
function rejectionOf(error: unknown): (Rejection & { sqlState: string; constraint: unknown }) | undefined {
  const cause = causesOf(error).find((each) => /^2[23][0-9A-Z]{3}$/.test(codeOf(each)))
  if (!cause) return undefined
  const sqlState = codeOf(cause)
  return {
    ...(sqlState.startsWith('22') ? invalidValue : (constraintRejections[sqlState] ?? brokenReference)),
    sqlState,
    constraint: 'constraint' in cause ? cause.constraint : undefined,
  }
}

/** Omits the parameters of a failed query, because they can be personal data. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
  return error.cause instanceof Error ? `${message}: ${error.cause.message}` : message
}

/** The stack without its first lines, which repeat the message. */
function framesOf(error: unknown): string | undefined {
  const lines = error instanceof Error ? error.stack?.split('\n') : undefined
  return lines?.filter((line) => /^\s+at /.test(line)).join('\n')
}
