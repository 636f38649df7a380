import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/db.server.ts'
import type { ListStock } from './card-cache.server.ts'
import { applyChanges, type ListStart } from './list-changes.server.ts'
import { type ChunkRow, chunkLength, type ListChanges, type ListQuery, readChunks } from './list-repo.server.ts'

const bounds = { entries: 20_000, bytes: 32 * 1024 * 1024 }
/** Of more products of a list the stock is not read with it. */
const maxShown = 100
/** Estimated size of an entry without its ids and its key. */
const entryOverheadBytes = 200

/** One chunk of a list, and the length of the whole list. */
type ListChunk = ListStart & { version: string; suggestions?: string[] | null | undefined }

/** With `suggests` a search without results has suggestions. */
export type ListRange = { query: ListQuery; start: number; end: number; suggests?: boolean }
type ChunkRequest = {
  key: string
  list: string
  query: ListQuery
  start: number
  suggests: boolean
  shownStart: number
  shownCount: number
}
/** The stock is there if the list was read now, but not for every caller that shared the statement. */
export type ListSlice = Pick<ListChunk, 'version' | 'total' | 'suggestions'> & { ids: number[]; stock?: ListStock }
type ReadChunk = { chunk: ListChunk; stock?: ListStock }

/**
 * Caches lists as ordered product ids, in chunks, so a page is a slice and needs no count. Every read checks the shop
 * version in the database, so a list is never stale; a long one gets the changes: see docs/decisions/0008.
 */
export class ListCache {
  readonly #chunks: LRUCache<string, ListChunk>
  // Per database handle, because a transaction sees its own changes.
  readonly #coalescers = new WeakMap<Db, RequestCoalescer<ReadChunk[]>>()

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
    const coalescer = this.#coalescers.get(db) ?? new RequestCoalescer<ReadChunk[]>()
    this.#coalescers.set(db, coalescer)
    const found = await coalescer.run(chunks.map(({ key, suggests }) => `${key} ${suggests}`).join(), () =>
      this.#read(db, chunks),
    )
    return slicesOf(ranges, found)
  }

  /** The ranges as they were last read, or undefined if a part of them is not cached. */
  peek(ranges: ListRange[]): ListSlice[] | undefined {
    const cached = ranges.flatMap(chunksOf).map((chunk) => this.#cached(chunk))
    const found = cached.filter((chunk) => chunk !== undefined)
    const isOneVersion = found.every(({ version }) => version === found[0]?.version)
    if (found.length < cached.length || !isOneVersion) return undefined
    return slicesOf(
      ranges,
      found.map((chunk) => ({ chunk })),
    )
  }

  async #read(db: Db, chunks: ChunkRequest[]): Promise<ReadChunk[]> {
    const cached = chunks.map((chunk) => this.#cached(chunk))
    const { version, lists } = await readChunks(
      db,
      chunks.map(({ key: _, list: __, ...request }, index) => {
        const chunk = cached[index]
        return { ...request, cachedVersion: chunk?.version ?? '', reading: chunk?.keys?.reading }
      }),
    )
    const read = chunks.map(({ query }, index) => chunkOf(query, version, cached[index], lists[index] ?? null))
    for (const [index, { key }] of chunks.entries()) {
      const chunk = read[index]
      if (!chunk) this.#chunks.delete(key)
      else if (chunk.ids.length > 0 || chunk.total === 0) this.#chunks.set(key, chunk)
    }
    const whole = read.flatMap((chunk, index) => {
      const list = lists[index]
      return chunk ? { chunk, ...(list && 'stock' in list && { stock: { version, products: list.stock } }) } : []
    })
    return whole.length === chunks.length ? whole : this.#read(db, chunks)
  }

  /** A page past the end of a cached list needs no other count. */
  #cached({ key, list, start, suggests }: ChunkRequest): ListChunk | undefined {
    const chunk = this.#chunks.get(key)
    if (chunk && suggests && chunk.total === 0 && !chunk.suggestions) return undefined
    if (chunk) return chunk
    const first = this.#chunks.get(keyOf(list, 0))
    return first && start >= first.total ? { ...first, ids: new Int32Array(), keys: undefined } : undefined
  }
}

/** Undefined if the list must be read again, because its changes are not known or change too much. */
function chunkOf(
  query: ListQuery,
  version: string,
  cached: ListChunk | undefined,
  read: ChunkRow | ListChanges | null,
): ListChunk | undefined {
  if (!read) return cached
  if ('ids' in read) {
    const { total, ids, keys, suggestions } = read
    return {
      version,
      total,
      ids: Int32Array.from(ids),
      keys: keys && { ...keys, columns: keys.columns.map((column) => Float64Array.from(column)) },
      suggestions,
    }
  }
  const changed = cached && applyChanges(query, cached, read)
  return changed && { ...cached, ...changed, version }
}

const keyOf = (list: string, start: number) => `${start} ${list}`

function chunksOf({ query, start, end, suggests = false }: ListRange): ChunkRequest[] {
  const list = JSON.stringify(query, Object.keys(query).sort())
  const first = Math.floor(start / chunkLength)
  const count = Math.max(1, Math.ceil(end / chunkLength) - first)
  return Array.from({ length: count }, (_, index) => {
    const from = (first + index) * chunkLength
    const shownStart = Math.max(0, start - from)
    const shownCount = Math.max(0, Math.min(end - from - shownStart, maxShown))
    return { key: keyOf(list, from), list, query, start: from, suggests, shownStart, shownCount }
  })
}

/** `chunks` are those of all ranges, in order. */
function slicesOf(ranges: ListRange[], chunks: ReadChunk[]): ListSlice[] {
  let taken = 0
  return ranges.map((range) => {
    const starts = chunksOf(range).map(({ start }) => start)
    const own = chunks.slice(taken, taken + starts.length)
    taken += starts.length
    const ids = own.flatMap(({ chunk: { ids } }, index) => {
      const from = starts[index] ?? 0
      return [...ids.slice(Math.max(0, range.start - from), Math.min(chunkLength, Math.max(0, range.end - from)))]
    })
    const { version = '', total = 0, suggestions } = own[0]?.chunk ?? {}
    const { stock } = own[0] ?? {}
    return { version, total, ids, suggestions, ...(stock && { stock }) }
  })
}

function sizeOf({ ids, keys, suggestions }: ListChunk, key: string): number {
  const keyBytes = (keys?.columns ?? []).reduce((sum, { byteLength }) => sum + byteLength, 0)
  const texts = key.length + (keys?.reading?.length ?? 0) + (suggestions?.join().length ?? 0)
  return ids.byteLength + keyBytes + 2 * texts + entryOverheadBytes
}

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
