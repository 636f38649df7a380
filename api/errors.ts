import * as z from 'zod/mini'
import { namedObject } from '#shared/endpoint.ts'
import { errorBody, httpStatus, type ShopError } from '#shared/errors.ts'

export const errorBodySchema = namedObject('Error', {
  message: z.string(),
  errors: z.optional(z.array(z.object({ code: z.string(), description: z.string(), field: z.optional(z.string()) }))),
})

export function errorResponse(error: ShopError): Response {
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  if (error.retryAfterSeconds) headers.set('Retry-After', String(error.retryAfterSeconds))
  if (error.allow.length > 0) headers.set('Allow', error.allow.join(', '))
  return new Response(JSON.stringify(errorBody(error)), { status: httpStatus[error.code], headers })
}
