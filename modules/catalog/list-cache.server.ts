import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/db.server.ts'
import { chunkLength, type ListQuery, readChunks } from './repo.server.ts'

const bounds = { entries: 20_000, bytes: 32 * 1024 * 1024 }
/** Estimated size of an entry without its ids and its key. */
const entryOverheadBytes = 200

/** One chunk of a list, and the length of the whole list. */
type ListChunk = { version: string; total: number; ids: Int32Array; suggestions?: string[] | null | undefined }

export type ListRange = { query: ListQuery; start: number; end: number }
type ChunkRequest = { key: string; list: string; query: ListQuery; start: number }
export type ListSlice = Omit<ListChunk, 'ids'> & { ids: number[] }

/**
 * Caches lists as ordered product ids, in chunks, so a page is a slice and needs no count. Every read checks the shop
 * version in the database, so a list is never stale: see docs/decisions/0008.
 */
export class ListCache {
  readonly #chunks: LRUCache<string, ListChunk>
  // Per database handle, because a transaction sees its own changes.
  readonly #coalescers = new WeakMap<Db, RequestCoalescer<ListChunk[]>>()

  constructor({ entries, bytes } = bounds) {
    this.#chunks = new LRUCache({ max: entries, maxSize: bytes, sizeCalculation: sizeOf })
  }

  get entries(): number {
    return this.#chunks.size
  }

  get bytes(): number {
    return this.#chunks.calculatedSize
  }

  /** Reads all ranges with one statement. Concurrent identical reads share it. */
  async read(db: Db, ranges: ListRange[]): Promise<ListSlice[]> {
    const chunks = ranges.flatMap(chunksOf)
    const coalescer = this.#coalescers.get(db) ?? new RequestCoalescer<ListChunk[]>()
    this.#coalescers.set(db, coalescer)
    const found = await coalescer.run(chunks.map(({ key }) => key).join(), () => this.#read(db, chunks))
    return slicesOf(ranges, found)
  }

  /** The ranges as they were last read, or undefined if a part of them is not cached. */
  peek(ranges: ListRange[]): ListSlice[] | undefined {
    const cached = ranges.flatMap(chunksOf).map((chunk) => this.#cached(chunk))
    const found = cached.filter((chunk) => chunk !== undefined)
    const isOneVersion = found.every(({ version }) => version === found[0]?.version)
    return found.length === cached.length && isOneVersion ? slicesOf(ranges, found) : undefined
  }

  async #read(db: Db, chunks: ChunkRequest[]): Promise<ListChunk[]> {
    const cached = chunks.map((chunk) => this.#cached(chunk))
    const { version, lists } = await readChunks(
      db,
      chunks.map(({ query, start }, index) => ({ query, start, cachedVersion: cached[index]?.version ?? '' })),
    )
    return chunks.map(({ key }, index) => {
      const fresh = lists[index]
      const chunk = fresh
        ? { version, total: fresh.total, ids: Int32Array.from(fresh.ids), suggestions: fresh.suggestions }
        : cached[index]
      if (!chunk) throw new Error('The database returned no chunk for an uncached range')
      if (chunk.ids.length > 0 || chunk.total === 0) this.#chunks.set(key, chunk)
      return chunk
    })
  }

  /** A page past the end of a cached list needs no other count. */
  #cached({ key, list, start }: ChunkRequest): ListChunk | undefined {
    const chunk = this.#chunks.get(key)
    if (chunk) return chunk
    const first = this.#chunks.get(keyOf(list, 0))
    return first && start >= first.total ? { ...first, ids: new Int32Array() } : undefined
  }
}

const keyOf = (list: string, start: number) => `${start} ${list}`

function chunksOf({ query, start, end }: ListRange): ChunkRequest[] {
  const list = JSON.stringify(query, Object.keys(query).sort())
  const first = Math.floor(start / chunkLength)
  const count = Math.max(1, Math.ceil(end / chunkLength) - first)
  return Array.from({ length: count }, (_, index) => {
    const from = (first + index) * chunkLength
    return { key: keyOf(list, from), list, query, start: from }
  })
}

/** `chunks` are those of all ranges, in order. */
function slicesOf(ranges: ListRange[], chunks: ListChunk[]): ListSlice[] {
  let taken = 0
  return ranges.map((range) => {
    const starts = chunksOf(range).map(({ start }) => start)
    const own = chunks.slice(taken, taken + starts.length)
    taken += starts.length
    const ids = own.flatMap(({ ids }, index) => {
      const from = starts[index] ?? 0
      return [...ids.slice(Math.max(0, range.start - from), Math.max(0, range.end - from))]
    })
    const { version = '', total = 0, suggestions } = own[0] ?? {}
    return { version, total, ids, suggestions }
  })
}

const sizeOf = ({ ids, suggestions }: ListChunk, key: string) =>
  ids.byteLength + 2 * (key.length + (suggestions?.join().length ?? 0)) + entryOverheadBytes

/**
 * Concurrent calls with the same key share one run of the work. A call that arrives while the work runs waits for the
 * next run, so it never gets data read before it was made.
 */
class RequestCoalescer<Result> {
  readonly #running = new Map<string, Promise<Result>>()
  readonly #queued = new Map<string, Promise<Result>>()

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const queued = this.#queued.get(key)
    if (queued) return queued
    const next = this.#runNext(key, work)
    this.#queued.set(key, next)
    return next
  }

  async #runNext(key: string, work: () => Promise<Result>): Promise<Result> {
    await Promise.allSettled([this.#running.get(key)])
    this.#queued.delete(key)
    const result = work()
    this.#running.set(key, result)
    try {
      return await result
    } finally {
      if (this.#running.get(key) === result) this.#running.delete(key)
    }
  }
}
