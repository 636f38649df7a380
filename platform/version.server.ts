import type { Database } from './db.server.ts'

/**
 * Tells this process that something on the public pages has changed. `known` is false while the database cannot be
 * heard: then nothing that was rendered may be kept.
 */
export type ShopVersion = {
  generation(): number
  /** The version last announced; nothing until one was, since it may have risen unheard. */
  announced(): bigint | undefined
  known(): boolean
  onChange(listener: () => void): void
}

export async function followShopVersion(database: Database): Promise<ShopVersion> {
  let generation = 0
  let known = false
  let announced: bigint | undefined
  const listeners = new Set<() => void>()
  const changed = () => {
    generation++
    for (const listener of listeners) listener()
  }
  await database.listen('shop_version', {
    onMessage: (payload) => {
      known = true
      announced = payload ? BigInt(payload) : undefined
      changed()
    },
    onLost: () => {
      known = false
      announced = undefined
      changed()
    },
  })
  return {
    generation: () => generation,
    announced: () => announced,
    known: () => known,
    onChange: (listener) => void listeners.add(listener),
  }
}
