import type { Database } from './db.server.ts'

/**
 * Notifies this process about changes on public pages. While `isListening` is false, changes can be missed, so nothing
 * may be cached.
 */
export type ShopVersion = {
  generation(): number
  isListening(): boolean
  /** The listener gets the new version, optionally with what has changed, or undefined if anything may have changed. */
  onChange(listener: (change: string | undefined) => void): void
}

export async function watchShopVersion(database: Database): Promise<ShopVersion> {
  let generation = 0
  let isListening = false
  const listeners = new Set<(change: string | undefined) => void>()
  const notify = (change?: string) => {
    generation++
    for (const listener of listeners) listener(change)
  }
  await database.listen('shop_version', {
    onMessage: (payload) => {
      isListening = true
      notify(payload)
    },
    onLost: () => {
      isListening = false
      notify()
    },
  })
  return {
    generation: () => generation,
    isListening: () => isListening,
    onChange: (listener) => void listeners.add(listener),
  }
}
