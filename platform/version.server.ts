import type { Database } from './db.server.ts'

/**
 * Notifies this process about changes on public pages. While `isListening` is false, changes can be missed, so nothing
 * may be cached.
 */
export type ShopVersion = {
  generation(): number
  /** The last announced version. Undefined until the first notification, because changes may have been missed. */
  announced(): bigint | undefined
  isListening(): boolean
  /** The listener gets the notification, or undefined if anything may have changed. */
  onChange(listener: (change: string | undefined) => void): void
}

export async function watchShopVersion(database: Database): Promise<ShopVersion> {
  let generation = 0
  let isListening = false
  let announced: bigint | undefined
  const listeners = new Set<(change: string | undefined) => void>()
  const notify = (change?: string) => {
    generation++
    for (const listener of listeners) listener(change)
  }
  await database.listen('shop_version', {
    onMessage: (payload) => {
      isListening = true
      // The payload is the version, optionally followed by what has changed.
      const [announcedVersion] = payload?.split(' ') ?? []
      announced = announcedVersion ? BigInt(announcedVersion) : undefined
      notify(payload)
    },
    onLost: () => {
      isListening = false
      announced = undefined
      notify()
    },
  })
  return {
    generation: () => generation,
    announced: () => announced,
    isListening: () => isListening,
    onChange: (listener) => void listeners.add(listener),
  }
}
