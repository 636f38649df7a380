import { create } from 'zustand'

/** Whether the shop could not be reached at the last check. */
export const useOffline = create<{ isOffline: boolean }>(() => ({ isOffline: false }))
