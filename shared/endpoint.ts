import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Right } from './rights.ts'

/**
 * Who may call an endpoint: everyone, a signed-in customer, or staff with a right. Every endpoint declares its audience,
 * and a test asserts the complete list.
 */
export type Audience = 'public' | 'customer' | Right

/** An error of a call itself, without errors before routing and unexpected errors. */
export type CallError = Exclude<ErrorCode, 'wrongMethod' | 'targetTooLong' | 'headersTooLarge' | 'internal'>

/** A form is parsed with the schema of the body; a CSV file is read as a stream. */
export type Upload =
  | { type: 'multipart/form-data'; maxBytes: number }
  | { type: 'text/csv'; maxBytes: number; description: string; example: string }

/** One endpoint. The server, the browser, the tests and the API documentation are derived from it. */
export type Contract = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** As written in the specification; matched in any letter case. */
  path: string
  audience: Audience
  summary: string
  description?: string
  /** A public call whose response depends on the token, if one is sent. */
  optionalToken?: boolean
  /** Errors in addition to those that follow from the audience and the input. */
  errors?: readonly CallError[]
  /** The schema of `current` in a 409 after another change. */
  current?: z.ZodMiniType
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  /** Query parameters or form fields that may occur more than once. */
  repeatable?: readonly string[]
  headers?: z.ZodMiniObject
  body?: z.ZodMiniObject
  /** Accepts a form or a file instead of JSON. */
  upload?: Upload
  /** The content type of a streamed response, instead of JSON. */
  streamContentType?: string
  /** The file name of a download. */
  downloadName?: string
  /** Undefined for a response without a body or a redirect, whose handler returns the URL. */
  answer?: z.ZodMiniType
  status?: 200 | 201 | 204 | 302
}

/** An endpoint of the back office names a right, and no other endpoint does. */
type CheckedAudience<C extends Contract> = C['path'] extends `/admin/${string}`
  ? { audience: Right }
  : { audience: 'public' | 'customer' }

/** @__NO_SIDE_EFFECTS__ */
export function endpoint<const C extends Contract>(contract: C & CheckedAudience<C>): C {
  return contract
}

/**
 * An object with a name of its own in the API documentation.
 * @__NO_SIDE_EFFECTS__
 */
export function namedObject<Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) {
  return z.object(shape).register(z.globalRegistry, { id })
}
