import { create } from 'zustand'

/** The ids of the saved products; decides which hearts are filled. `queries/wishlist.ts` changes them. */
export const useWishlist = create<{ ids: ReadonlySet<number> }>(() => ({ ids: new Set() }))
