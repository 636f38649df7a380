import { readSession } from '#app/state/session.ts'
import { askToSignInAgain } from '#app/state/sign-in-again.ts'
import { type Call, callApi, isDeadSession } from './api.ts'

/**
 * A call of whoever is signed in. Where their session has died, they are asked to sign in over the page as it stands,
 * and the call goes on.
 */
export async function callAsCustomer<Answer>(path: string, call: Call = {}): Promise<Answer> {
  const attempt = () => callApi<Answer>(path, { ...call, token: readSession().token ?? undefined })
  try {
    return await attempt()
  } catch (error) {
    // Whoever has just signed out is not asked to sign in again.
    if (!isDeadSession(error) || !readSession().isLoggedIn || !(await askToSignInAgain())) throw error
    return attempt()
  }
}
