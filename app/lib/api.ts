import type { ErrorBody } from '#shared/errors.ts'

/** For failures that have no message, where the situation has no sentence of its own. */
export const generalFailure = 'Something went wrong, please try again later'

/** A refusal of the server. `status` is 0 where it could not be reached. */
export class ApiError extends Error {
  readonly status: number
  /** False for an empty body, the HTML page of a gateway, or JSON without a message. */
  readonly hasMessage: boolean
  readonly errors: NonNullable<ErrorBody['errors']>
  /** The record as it stands now, where somebody else has changed it since it was read. */
  readonly current: unknown

  constructor(status: number, body: unknown) {
    const { message, errors, current } = (typeof body === 'object' && body ? body : {}) as Partial<ErrorBody>
    const text = typeof message === 'string' ? message.trim() : ''
    super(text || generalFailure)
    this.name = 'ApiError'
    this.status = status
    this.hasMessage = text !== ''
    this.errors = Array.isArray(errors) ? errors.filter((each) => typeof each?.description === 'string') : []
    this.current = current
  }
}

/** The server's sentence, or the one that the specification has for the situation. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.hasMessage ? error.message : fallback
}

export const isDeadSession = (error: unknown) => error instanceof ApiError && error.status === 401

const unreachable = { message: 'The shop could not be reached. Please check your connection.' }

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** A file or a form goes as it is, all else as JSON. */
  body?: unknown
  token?: string | undefined
  /** The same key again gets the same answer, and nothing is done twice. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** One way to call our own API from the browser. */
export async function callApi<Answer>(
  path: string,
  { method = 'GET', body, token, idempotencyKey, signal }: Call = {},
): Promise<Answer> {
  const headers: Record<string, string> = {}
  const isRaw = body instanceof FormData || body instanceof Blob
  if (body !== undefined && !isRaw) headers['Content-Type'] = 'application/json'
  if (token) headers.Authorization = `Bearer ${token}`
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  const response = await fetch(`/api${path}`, {
    method,
    headers,
    body: body === undefined ? null : isRaw ? body : JSON.stringify(body),
    signal: signal ?? null,
  }).catch(unlessAborted(signal))
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined))
  // The connection may break, or the call be called off, with half of the answer here.
  const answer = response.status === 204 ? undefined : await response.json().catch(unlessAborted(signal))
  return answer as Answer
}

function unlessAborted(signal: AbortSignal | undefined): (cause: unknown) => never {
  return (cause) => {
    throw signal?.aborted ? cause : new ApiError(0, unreachable)
  }
}
