import type { ErrorBody } from '#shared/errors.ts'

/** A refusal of the server, in its own words. `status` is 0 where it could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: NonNullable<ErrorBody['errors']>

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.errors = body.errors ?? []
  }
}

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  token?: string | undefined
  signal?: AbortSignal
}

/** One way to call our own API from the browser. */
export async function callApi<Answer>(
  path: string,
  { method = 'GET', body, token, signal }: Call = {},
): Promise<Answer> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (token) headers.Authorization = `Bearer ${token}`
  const response = await fetch(`/api${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((cause) => {
    if (signal?.aborted) throw cause
    throw new ApiError(0, { message: 'The shop could not be reached. Please check your connection.' })
  })
  const answer = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (!response.ok)
    throw new ApiError(response.status, answer ?? { message: 'Something went wrong, please try again later' })
  return answer as Answer
}
