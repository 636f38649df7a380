import { create } from 'zustand'
import { onStorageChange, readStored, writeStored } from './storage.ts'

export type AuthResult = { token: string; userId: string; userEmail: string }
type Session = { [Key in keyof AuthResult]: string | null } & { isLoggedIn: boolean }

/** Other tabs watch the token, so it is written last. */
const keys = ['userId', 'userEmail', 'token'] as const
const signedOut: Session = { token: null, userId: null, userEmail: null, isLoggedIn: false }

/** The signed-in user. Pages contain no user data, so the stored session is read after hydration. */
export const useSession = create<Session>(() => signedOut)

/** Reads browser storage, so it also works before hydration. */
export function readSession(): Session {
  const [userId = null, userEmail = null, token = null] = keys.map(readStored)
  return token ? { token, userId, userEmail, isLoggedIn: true } : signedOut
}

export function syncSession(): () => void {
  const refresh = () => useSession.setState(readSession())
  refresh()
  return onStorageChange('token', refresh)
}

export function beginSession(result: AuthResult): void {
  for (const key of keys) writeStored(key, result[key])
  useSession.setState(readSession())
}

export function endSession(): void {
  for (const key of keys) writeStored(key, null)
  useSession.setState(signedOut)
}
