import { create } from 'zustand'
import { followStored, readStored, writeStored } from './storage.ts'

export type AuthResult = { token: string; userId: string; userEmail: string }
type Session = { [Key in keyof AuthResult]: string | null } & { isLoggedIn: boolean }

/** The token comes last, and is what other tabs watch: when it changes, they find the rest already there. */
const keys = ['userId', 'userEmail', 'token'] as const
const nobody: Session = { token: null, userId: null, userEmail: null, isLoggedIn: false }

/** Who is signed in. Pages are rendered for nobody; the stored session is read after they have come to life. */
export const useSession = create<Session>(() => nobody)

/** As the browser has it at this moment, before any page has come to life too. */
export function readSession(): Session {
  const [userId = null, userEmail = null, token = null] = keys.map(readStored)
  return token ? { token, userId, userEmail, isLoggedIn: true } : nobody
}

/** Follows the stored session, also when another tab changes it. */
export function followSession(): () => void {
  const refresh = () => useSession.setState(readSession())
  refresh()
  return followStored('token', refresh)
}

export function beginSession(result: AuthResult): void {
  for (const key of keys) writeStored(key, result[key])
  useSession.setState(readSession())
}

export function endSession(): void {
  for (const key of keys) writeStored(key, null)
  useSession.setState(nobody)
}
