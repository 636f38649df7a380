import type { ErrorBody } from '#shared/errors.ts'

/** A refusal of the server, in its own words. `status` is 0 where it could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: NonNullable<ErrorBody['errors']>
  /** The record as it stands now, where somebody else has changed it since it was read. */
  readonly current: unknown

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.errors = body.errors ?? []
    this.current = body.current
  }
}

export const isDeadSession = (error: unknown) => error instanceof ApiError && error.status === 401

const unreachable = { message: 'The shop could not be reached. Please check your connection.' }
/** What is said where the server failed without a word. */
export const noWords = { message: 'Something went wrong, please try again later' }

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
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => noWords))
  // The connection may break, or the call be called off, with half of the answer here.
  const answer = response.status === 204 ? undefined : await response.json().catch(unlessAborted(signal))
  return answer as Answer
}

function unlessAborted(signal: AbortSignal | undefined): (cause: unknown) => never {
  return (cause) => {
    throw signal?.aborted ? cause : new ApiError(0, unreachable)
  }
}
