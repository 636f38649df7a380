import { create } from 'zustand'
import { callApi, isDeadSession } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { note } from '#app/lib/log-error.ts'
import type { WireWishlist } from '#modules/wishlist/schema.ts'
import { useSession } from './session.ts'
import { followReturn } from './storage.ts'

type State = { owner: string | null; ids: ReadonlySet<number> }

const nothing: State = { owner: null, ids: new Set() }

/** The ids of what the person has saved; hearts are put on pages with it. */
export const useWishlist = create<State>(() => nothing)

/** What is being saved or removed, one after the other. */
let last: Promise<unknown> = Promise.resolve()

/** Counted when one begins and when it has ended: an answer that was asked for before tells of the time before. */
let changes = 0

export async function learnWishlist(owner: string, ask: () => Promise<WireWishlist>): Promise<WireWishlist> {
  const askedAt = changes
  const list = await ask()
  if (askedAt === changes && useWishlist.getState().owner === owner)
    useWishlist.setState({ ids: new Set(list.products.map(({ id }) => id)) })
  return list
}

async function load(owner: string, token: string): Promise<void> {
  if (useWishlist.getState().owner !== owner) useWishlist.setState({ owner, ids: new Set() })
  await learnWishlist(owner, () => callApi<WireWishlist>(`/wishlist/${owner}`, { token })).catch(
    (error) => isDeadSession(error) || note('The saved products could not be had', error),
  )
}

export function followWishlist(): () => void {
  let askedWith: string | null = null
  const follow = ({ userId, token }: { userId: string | null; token: string | null }) => {
    if (token === askedWith) return
    askedWith = token
    if (userId && token) void load(userId, token)
    else useWishlist.setState(nothing)
  }
  follow(useSession.getState())
  const stopReturn = followReturn(() => {
    askedWith = null
    follow(useSession.getState())
  })
  const stopSession = useSession.subscribe(follow)
  return () => {
    stopReturn()
    stopSession()
  }
}

function show(id: number, isSaved: boolean): void {
  const ids = new Set(useWishlist.getState().ids)
  if (isSaved) ids.add(id)
  else ids.delete(id)
  useWishlist.setState({ ids })
}

/** The heart changes at once, and changes back where the server refuses. */
export async function setSaved(id: number, isSaved: boolean): Promise<void> {
  const { owner } = useWishlist.getState()
  changes++
  show(id, isSaved)
  const call = () =>
    isSaved
      ? callAsCustomer(`/wishlist/${owner}`, { method: 'POST', body: { productIds: [id] } })
      : callAsCustomer(`/wishlist/${owner}/${id}`, { method: 'DELETE' })
  const work = last.then(call)
  last = work.catch(() => {})
  try {
    await work
  } catch (error) {
    show(id, !isSaved)
    throw error
  } finally {
    changes++
  }
}
