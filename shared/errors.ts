export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'requestTimeout'
  | 'conflict'
  | 'tooLarge'
  | 'notJson'
  | 'tooMany'
  | 'unavailable'
  | 'internal'

export type ErrorDetail = { code: string; description: string; field?: string }

/** The one error of the shop. `message` is always fit to be read by a shopper. */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[]
  readonly retryAfterSeconds: number | undefined
  /** The record as it stands now, where somebody else has changed it since it was read. */
  readonly current: unknown

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetail[]; retryAfterSeconds?: number; current?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ShopError'
    this.code = code
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
    this.current = options.current
  }
}

export const httpStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  requestTimeout: 408,
  conflict: 409,
  tooLarge: 413,
  notJson: 415,
  tooMany: 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, number>

export type ErrorBody = { message: string; errors?: ErrorDetail[]; current?: unknown }

export function errorBody({ message, details, current }: ShopError): ErrorBody {
  return { message, ...(details.length > 0 ? { errors: details } : {}), ...(current === undefined ? {} : { current }) }
}

/** Somebody else was quicker: nothing is overwritten, and the caller gets what stands now. */
export function editConflict(current: unknown, message = 'Somebody has changed this since you opened it.'): ShopError {
  return new ShopError('conflict', message, { current, details: [{ code: 'VersionConflict', description: message }] })
}
