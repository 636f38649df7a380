import { data, redirect } from 'react-router'
import { ApiError, callApi } from '#app/lib/api.ts'
import { loginUrl } from '#app/lib/return-to.ts'
import { endSession, readSession } from '#app/state/session.ts'

type Get = <Result>(path: string) => Promise<Result>

/** For the loaders of personal pages. Without a valid session, redirects to the login page and back. */
export async function loadAsCustomer<Result>(
  request: Request,
  work: (userId: string) => Promise<Result>,
): Promise<Result> {
  const { token, userId } = readSession()
  const { pathname, search } = new URL(request.url)
  const signIn = () => redirect(loginUrl(pathname + search))
  if (!token || !userId) throw signIn()
  try {
    return await work(userId)
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) throw error
    endSession()
    throw signIn()
  }
}

/**
 * For the loaders of the back office. Without a valid session, redirects to the login page and back. A customer stays
 * signed in and sees the error message of the server.
 */
export async function loadAsStaff<Result>(request: Request, work: (get: Get) => Promise<Result>): Promise<Result> {
  const { token } = readSession()
  const { pathname, search } = new URL(request.url)
  const signIn = () => redirect(loginUrl(pathname + search))
  if (!token) throw signIn()
  try {
    return await work((path) => callApi(path, { token, signal: request.signal }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status !== 401) throw data(error.message, { status: error.status || 503 })
    endSession()
    throw signIn()
  }
}

/** The query of the page URL without its empty parameters, for the API. */
export function apiQuery(request: Request, extra: Record<string, string> = {}): string {
  const parameters = [...new URL(request.url).searchParams, ...Object.entries(extra)].filter(
    ([, value]) => value !== '',
  )
  const text = new URLSearchParams(parameters).toString()
  return text ? `?${text}` : ''
}
