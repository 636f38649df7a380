import { readSession } from '#app/state/session.ts'
import { askToSignInAgain } from '#app/state/sign-in-again.ts'
import { type CallOptions, callApi, isSessionExpired } from './api.ts'

/** Calls the API with the session token. When the session has expired, opens the sign-in dialog and retries. */
export async function callAuthenticated<Result>(path: string, options: CallOptions = {}): Promise<Result> {
  const attempt = () => callApi<Result>(path, { ...options, token: readSession().token ?? undefined })
  try {
    return await attempt()
  } catch (error) {
    // No dialog for a user who has just signed out.
    if (!isSessionExpired(error) || !readSession().isLoggedIn || !(await askToSignInAgain())) throw error
    return attempt()
  }
}
