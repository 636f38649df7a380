export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'wrongMethod'
  | 'requestTimeout'
  | 'conflict'
  | 'tooLarge'
  | 'targetTooLong'
  | 'notJson'
  | 'tooMany'
  | 'headersTooLarge'
  | 'unavailable'
  | 'internal'

export type ErrorDetail = { code: string; description: string; field?: string }

/** The only error class for callers. `message` can be shown to a shopper. */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[]
  readonly retryAfterSeconds: number | undefined
  /** The methods that the URL supports, for `wrongMethod`. */
  readonly allow: readonly string[]
  /** The current record, for a conflict with another change. */
  readonly current: unknown

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: ErrorDetail[]
      retryAfterSeconds?: number
      allow?: readonly string[]
      current?: unknown
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ShopError'
    this.code = code
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
    this.allow = options.allow ?? []
    this.current = options.current
  }
}

export const httpStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  wrongMethod: 405,
  requestTimeout: 408,
  conflict: 409,
  tooLarge: 413,
  targetTooLong: 414,
  notJson: 415,
  tooMany: 429,
  headersTooLarge: 431,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, number>

export type ErrorBody = { message: string; errors?: ErrorDetail[]; current?: unknown }

export function errorBody({ message, details, current }: ShopError): ErrorBody {
  return { message, ...(details.length > 0 ? { errors: details } : {}), ...(current === undefined ? {} : { current }) }
}

export function wrongMethod(method: string, allow: readonly string[]): ShopError {
  return new ShopError('wrongMethod', `This URL does not support ${method}.`, { allow })
}

/** Another change came first: nothing is overwritten, and the caller gets the current record. */
export function editConflict(current: unknown, message = 'Somebody has changed this since you opened it.'): ShopError {
  return new ShopError('conflict', message, { current, details: [{ code: 'VersionConflict', description: message }] })
}
