import type { Database } from './db.server.ts'

/**
 * Tells this process that something on the public pages has changed. `known` is false while the database cannot be
 * heard: then nothing that was rendered may be kept.
 */
export type ShopVersion = {
  generation(): number
  known(): boolean
  onChange(listener: () => void): void
}

export async function followShopVersion(database: Database): Promise<ShopVersion> {
  let generation = 0
  let known = false
  const listeners = new Set<() => void>()
  const changed = () => {
    generation++
    for (const listener of listeners) listener()
  }
  await database.listen('shop_version', {
    onMessage: () => {
      known = true
      changed()
    },
    onLost: () => {
      known = false
      changed()
    },
  })
  return {
    generation: () => generation,
    known: () => known,
    onChange: (listener) => void listeners.add(listener),
  }
}
