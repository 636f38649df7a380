import { ApiError, call } from '#app/lib/api.ts'
import { beginSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'
import { login } from '#modules/accounts/contract.ts'

/** Returns an error message when the sign-in failed. */
export async function signIn(username: string, password: string): Promise<string | undefined> {
  try {
    beginSession(await call(login, { body: { username, password } }))
    toast('successfully login', 'success')
    return undefined
  } catch (error) {
    toast('Login failed', 'error')
    if (error instanceof ApiError && error.status !== 401 && error.status !== 400) return error.message
    return 'The name or the password is not right. Please check both.'
  }
}
