import type { Database } from './db.server.ts'

/**
 * Tells this process that something on the public pages has changed. `known` is false while the database cannot be
 * heard: then nothing that was rendered may be kept.
 */
export type ShopVersion = {
  generation(): number
  known(): boolean
  /** What changed, where that was said; nothing where anything may have. */
  onChange(listener: (about: string | undefined) => void): void
}

export async function followShopVersion(database: Database): Promise<ShopVersion> {
  let generation = 0
  let known = false
  const listeners = new Set<(about: string | undefined) => void>()
  const changed = (about?: string) => {
    generation++
    for (const listener of listeners) listener(about)
  }
  await database.listen('shop_version', {
    onMessage: (about) => {
      known = true
      changed(about)
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
