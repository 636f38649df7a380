import { create } from 'zustand'
import { useSession } from './session.ts'
import { readStoredJson } from './storage.ts'

/** How many pieces lie in the bag of whoever is signed in; none for a visitor. */
export const useCart = create<{ pieces: number }>(() => ({ pieces: 0 }))

const keyOf = (userId: string) => `cart:${userId}`

function storedPieces(userId: string): number {
  const lines = readStoredJson<{ quantity?: unknown }[]>(keyOf(userId))
  if (!Array.isArray(lines)) return 0
  const quantities = lines.map((line) => Number(line?.quantity)).filter((quantity) => quantity > 0)
  return quantities.reduce((sum, quantity) => sum + quantity, 0)
}

/** Follows the stored bag: through signing in and out, and through changes in another tab. */
export function followCart(): () => void {
  const refresh = () => {
    const { userId } = useSession.getState()
    useCart.setState({ pieces: userId ? storedPieces(userId) : 0 })
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(keyOf(''))) refresh()
  }
  refresh()
  const stop = useSession.subscribe(refresh)
  window.addEventListener('storage', onStorage)
  return () => {
    stop()
    window.removeEventListener('storage', onStorage)
  }
}
