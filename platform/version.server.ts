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
  /** What changed, where that was said; nothing where anything may have. */
  onChange(listener: (about: string | undefined) => void): void
}

export async function followShopVersion(database: Database): Promise<ShopVersion> {
  let generation = 0
  let known = false
  let announced: bigint | undefined
  const listeners = new Set<(about: string | undefined) => void>()
  const changed = (about?: string) => {
    generation++
    for (const listener of listeners) listener(about)
  }
  await database.listen('shop_version', {
    onMessage: (about) => {
      known = true
      // The version comes first, then, where it was said, what has changed.
      const [raised] = about?.split(' ') ?? []
      announced = raised ? BigInt(raised) : undefined
      changed(about)
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
