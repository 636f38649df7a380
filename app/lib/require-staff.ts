import { data, redirect } from 'react-router'
import { endSession, readSession } from '#app/state/session.ts'
import { ApiError, callApi } from './api.ts'
import { loginUrl } from './return-to.ts'

type Get = <Part>(path: string) => Promise<Part>

/**
 * For the loaders of the back office: whoever is not signed in signs in first and comes back. Somebody who is, but does
 * not work here, stays signed in and is told so; what the server refused is shown in its own words.
 */
export async function loadAsStaff<Answer>(request: Request, work: (get: Get) => Promise<Answer>): Promise<Answer> {
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

/** The search of a page's address as the API takes it: the same names, without what is empty. */
export function searchFor(request: Request, more: Record<string, string> = {}): string {
  const given = [...new URL(request.url).searchParams, ...Object.entries(more)].filter(([, value]) => value !== '')
  const text = new URLSearchParams(given).toString()
  return text ? `?${text}` : ''
}
