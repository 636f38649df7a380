import { ApiError, type CallOptions, callApi, isSessionExpired } from '#app/lib/api.ts'
import { readSession } from './session.ts'
import { askToSignInAgain } from './sign-in-again.ts'

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

/** Downloads a file that needs the token, which a plain link cannot send. */
export async function downloadFile(path: string, name: string): Promise<void> {
  const response = await fetch(`/api${path}`, { headers: { Authorization: `Bearer ${readSession().token}` } })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
