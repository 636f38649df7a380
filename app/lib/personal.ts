import { redirect } from 'react-router'
import { endSession, readSession } from '#app/state/session.ts'
import { askToSignInAgain } from '#app/state/sign-in-again.ts'
import { ApiError, type Call, callApi } from './api.ts'
import { loginUrl } from './return-to.ts'

const withToken = <Answer>(path: string, call: Call) =>
  callApi<Answer>(path, { ...call, token: readSession().token ?? undefined })

/**
 * A call of whoever is signed in. Where their session has died, they are asked to sign in over the page as it stands,
 * and the call goes on.
 */
export async function callAsCustomer<Answer>(path: string, call: Call = {}): Promise<Answer> {
  try {
    return await withToken<Answer>(path, call)
  } catch (error) {
    const isDead = error instanceof ApiError && error.status === 401
    if (!isDead || !(await askToSignInAgain())) throw error
    return withToken<Answer>(path, call)
  }
}

/** For the loaders of personal pages: whoever is not signed in, or no longer, signs in first and comes back. */
export async function loadAsCustomer<Answer>(
  request: Request,
  work: (userId: string, get: <Part>(path: string) => Promise<Part>) => Promise<Answer>,
): Promise<Answer> {
  const { isLoggedIn, userId } = readSession()
  const { pathname, search } = new URL(request.url)
  const signIn = () => redirect(loginUrl(pathname + search))
  if (!isLoggedIn || !userId) throw signIn()
  try {
    return await work(userId, (path) => withToken(path, { signal: request.signal }))
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) throw error
    endSession()
    throw signIn()
  }
}
