import { create } from 'zustand'
import { callApi, isSessionExpired } from '#app/lib/api.ts'
import { logError } from '#app/lib/log-error.ts'
import type { WireWishlist } from '#modules/wishlist/contract.ts'
import { callAuthenticated } from './authenticated-call.ts'
import { useSession } from './session.ts'
import { onPageRestored } from './storage.ts'

type State = { userId: string | null; ids: ReadonlySet<number> }

const emptyWishlist: State = { userId: null, ids: new Set() }

/** The ids of the saved products; decides which hearts are filled. */
export const useWishlist = create<State>(() => emptyWishlist)

/** Changes are sent one after the other. */
let lastChange: Promise<unknown> = Promise.resolve()

/** Raised when a change starts and when it ends: a response requested before that is out of date. */
let changeCount = 0

export async function loadWishlist(userId: string, request: () => Promise<WireWishlist>): Promise<WireWishlist> {
  const countBefore = changeCount
  const list = await request()
  if (countBefore === changeCount && useWishlist.getState().userId === userId)
    useWishlist.setState({ ids: new Set(list.products.map(({ id }) => id)) })
  return list
}

async function load(userId: string, token: string): Promise<void> {
  if (useWishlist.getState().userId !== userId) useWishlist.setState({ userId, ids: new Set() })
  await loadWishlist(userId, () => callApi<WireWishlist>(`/wishlist/${userId}`, { token })).catch(
    (error) => isSessionExpired(error) || logError('Could not load the saved products', error),
  )
}

export function syncWishlist(): () => void {
  let loadedToken: string | null = null
  const update = ({ userId, token }: { userId: string | null; token: string | null }) => {
    if (token === loadedToken) return
    loadedToken = token
    if (userId && token) void load(userId, token)
    else useWishlist.setState(emptyWishlist)
  }
  update(useSession.getState())
  const stopRestored = onPageRestored(() => {
    loadedToken = null
    update(useSession.getState())
  })
  const stopSession = useSession.subscribe(update)
  return () => {
    stopRestored()
    stopSession()
  }
}

function setLocally(id: number, isSaved: boolean): void {
  const ids = new Set(useWishlist.getState().ids)
  if (isSaved) ids.add(id)
  else ids.delete(id)
  useWishlist.setState({ ids })
}

/** The heart changes at once, and changes back when the server refuses. */
export async function setSaved(id: number, isSaved: boolean): Promise<void> {
  const { userId } = useWishlist.getState()
  changeCount++
  setLocally(id, isSaved)
  const call = () =>
    isSaved
      ? callAuthenticated(`/wishlist/${userId}`, { method: 'POST', body: { productIds: [id] } })
      : callAuthenticated(`/wishlist/${userId}/${id}`, { method: 'DELETE' })
  const request = lastChange.then(call)
  lastChange = request.catch(() => {})
  try {
    await request
  } catch (error) {
    setLocally(id, !isSaved)
    throw error
  } finally {
    changeCount++
  }
}
