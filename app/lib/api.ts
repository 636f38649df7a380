import type * as z from 'zod/mini'
import type { Contract } from '#shared/endpoint.ts'
import type { ErrorBody } from '#shared/errors.ts'

/** For failures without a server message or a message of their own. */
export const fallbackError = 'Something went wrong, please try again later'

/** An error response. `status` is 0 when the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  /** False for an empty body, an HTML page of a gateway, or JSON without a message. */
  readonly hasMessage: boolean
  readonly errors: NonNullable<ErrorBody['errors']>
  /** The current record, when another user has changed it since it was read. */
  readonly current: unknown

  constructor(status: number, body: unknown) {
    const { message, errors, current } = (typeof body === 'object' && body ? body : {}) as Partial<ErrorBody>
    const text = typeof message === 'string' ? message.trim() : ''
    super(text || fallbackError)
    this.name = 'ApiError'
    this.status = status
    this.hasMessage = text !== ''
    this.errors = Array.isArray(errors) ? errors.filter((each) => typeof each?.description === 'string') : []
    this.current = current
  }
}

/** The message of the server, or the fallback that the specification names. */
export function errorMessage(error: unknown, fallback = fallbackError): string {
  return error instanceof ApiError && error.hasMessage ? error.message : fallback
}

export const isSessionExpired = (error: unknown) => error instanceof ApiError && error.status === 401

/** The shop may or may not have done what the request asked for. */
export const isOutcomeUnknown = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

const unreachable = { message: 'The shop could not be reached. Please check your connection.' }

/** A part of the input, with the name of its place in the contract; optional if every field of it is optional. */
type Part<C, Place extends string> = C extends { [Name in Place]: infer S extends z.ZodMiniType }
  ? Record<never, never> extends z.input<S>
    ? { [Name in Place]?: z.input<S> }
    : { [Name in Place]: z.input<S> }
  : unknown

/** Files and forms are sent unchanged, everything else as JSON. */
type Input<C extends Contract> = Part<C, 'params'> &
  Part<C, 'query'> &
  Part<C, 'headers'> &
  (C extends { upload: object } ? { body: FormData | Blob } : Part<C, 'body'>)

type Options = { token?: string | undefined; signal?: AbortSignal | undefined }

/** The last arguments of a call; the input may be left out if the contract has none. */
export type CallArguments<C extends Contract> =
  Record<never, never> extends Input<C> ? [input?: Input<C> & Options] : [input: Input<C> & Options]

export type Answer<C extends Contract> = C extends { answer: infer A extends z.ZodMiniType } ? z.output<A> : undefined

/** Calls an endpoint. Throws an `ApiError` for every response that is not a success. */
export async function call<const C extends Contract>(contract: C, ...[input]: CallArguments<C>): Promise<Answer<C>> {
  const { params = {}, query, headers, body, token, signal }: AnyInput = input ?? {}
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const isRaw = body instanceof FormData || body instanceof Blob
  const response = await fetch(`/api${path}${searchOf(query)}`, {
    method: contract.method.toUpperCase(),
    headers: {
      ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: body === undefined ? null : isRaw ? body : JSON.stringify(body),
    signal: signal ?? null,
  }).catch(rethrowUnreachable(signal))
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined))
  // The connection may break, or the request be aborted, in the middle of the body.
  const answer = response.status === 204 ? undefined : await response.json().catch(rethrowUnreachable(signal))
  return answer as Answer<C>
}

type AnyInput = Options & {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
}

/** Fields without a value are left out; a list becomes repeated fields. */
function searchOf(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each]))
  const search = new URLSearchParams(pairs.filter(([, value]) => value !== undefined && value !== null) as string[][])
  return search.size > 0 ? `?${search}` : ''
}

function rethrowUnreachable(signal: AbortSignal | undefined): (cause: unknown) => never {
  return (cause) => {
    throw signal?.aborted ? cause : new ApiError(0, unreachable)
  }
}
