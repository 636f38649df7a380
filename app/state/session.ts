import { create } from 'zustand'
import { readStored, writeStored } from './storage.ts'

type Session = { token: string | null; userId: string | null; userEmail: string | null; isLoggedIn: boolean }

const keys = ['token', 'userId', 'userEmail'] as const
const nobody: Session = { token: null, userId: null, userEmail: null, isLoggedIn: false }

/** Who is signed in. Pages are rendered for nobody; the stored session is read after they have come to life. */
export const useSession = create<Session>(() => nobody)

function readSession(): Session {
  const [token, userId, userEmail] = keys.map(readStored)
  return token ? { token, userId: userId ?? null, userEmail: userEmail ?? null, isLoggedIn: true } : nobody
}

/** Follows the stored session, also when another tab changes it. */
export function followSession(): () => void {
  const refresh = () => useSession.setState(readSession())
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === 'token') refresh()
  }
  refresh()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export function endSession(): void {
  for (const key of keys) writeStored(key, null)
  useSession.setState(nobody)
}
