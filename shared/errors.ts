export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
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

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetail[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ShopError'
    this.code = code
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export const httpStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  notJson: 415,
  tooMany: 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, number>

export type ErrorBody = { message: string; errors?: ErrorDetail[] }

export function errorBody(error: ShopError): ErrorBody {
  return error.details.length > 0 ? { message: error.message, errors: error.details } : { message: error.message }
}
