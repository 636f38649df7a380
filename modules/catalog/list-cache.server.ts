import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/db.server.ts'
import { type ListQuestion, readStretches, stretchLength } from './repo.server.ts'
import { Turns } from './request-coalescer.ts'

const bounds = { entries: 20_000, bytes: 32 * 1024 * 1024 }
/** What an entry takes besides its ids and its key. */
const bytesOfEntry = 200

/** One stretch of a list, and how long the list is in all. */
type Shelf = { version: string; total: number; ids: Int32Array; near?: string[] | null | undefined }

type Wanted = { question: ListQuestion; start: number; end: number }
type Stretch = { key: string; list: string; question: ListQuestion; start: number }
/** `near`: categories and tags that a search without results may have meant. */
type Found = { total: number; ids: number[]; near?: string[] | null | undefined }

/**
 * Lists as ordered product ids, a stretch at a time, kept by each process until the shop's version rises. A page of a
 * list is then a slice, as quick at its end as at its start, and its length is known without counting. The version is
 * asked of the database with every list, so a shelf is never older than the answer: see docs/decisions/0009.
 */
export class Shelves {
  readonly #kept: LRUCache<string, Shelf>
  // By handle: what a transaction sees is its own.
  readonly #turns = new WeakMap<Db, Turns<Shelf[]>>()

  constructor({ entries, bytes } = bounds) {
    this.#kept = new LRUCache({ max: entries, maxSize: bytes, sizeCalculation: bytesOf })
  }

  get entries(): number {
    return this.#kept.size
  }

  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /** All the lists asked for, in one statement, which those who ask the same at the same time share. */
  async read(db: Db, wanted: Wanted[]): Promise<Found[]> {
    const stretches = wanted.map(stretchesOf)
    const all = stretches.flat()
    const turns = this.#turns.get(db) ?? new Turns<Shelf[]>()
    this.#turns.set(db, turns)
    const shelves = await turns.share(all.map(({ key }) => key).join(), () => this.#read(db, all))
    return wanted.map(({ start, end }, index) => {
      const own = all.flatMap((stretch, place) =>
        stretches[index]?.includes(stretch) ? { shelf: shelves[place], from: stretch.start } : [],
      )
      const ids = own.flatMap(({ shelf, from }) => [
        ...(shelf?.ids.slice(Math.max(0, start - from), Math.max(0, end - from)) ?? []),
      ])
      return { total: own[0]?.shelf?.total ?? 0, ids, near: own[0]?.shelf?.near }
    })
  }

  async #read(db: Db, stretches: Stretch[]): Promise<Shelf[]> {
    const known = stretches.map((stretch) => this.#kept.get(stretch.key) ?? this.#beyondTheEnd(stretch))
    const { version, lists } = await readStretches(
      db,
      stretches.map(({ question, start }, index) => ({ question, start, knownVersion: known[index]?.version ?? '' })),
    )
    return stretches.map(({ key }, index) => {
      const fresh = lists[index]
      const shelf = fresh
        ? { version, total: fresh.total, ids: Int32Array.from(fresh.ids), near: fresh.near }
        : known[index]
      if (!shelf) throw new Error('A list is neither known nor read')
      if (shelf.ids.length > 0 || shelf.total === 0) this.#kept.set(key, shelf)
      return shelf
    })
  }

  /** Nobody counts again for a page that a list of this length cannot have. */
  #beyondTheEnd({ list, start }: Stretch): Shelf | undefined {
    const first = this.#kept.get(keyOf(list, 0))
    return first && start >= first.total ? { ...first, ids: new Int32Array() } : undefined
  }
}

const keyOf = (list: string, start: number) => `${start} ${list}`

function stretchesOf({ question, start, end }: Wanted): Stretch[] {
  const list = JSON.stringify(question, Object.keys(question).sort())
  const first = Math.floor(start / stretchLength)
  const count = Math.max(1, Math.ceil(end / stretchLength) - first)
  return Array.from({ length: count }, (_, index) => {
    const from = (first + index) * stretchLength
    return { key: keyOf(list, from), list, question, start: from }
  })
}

const bytesOf = ({ ids, near }: Shelf, key: string) =>
  ids.byteLength + 2 * (key.length + (near?.join().length ?? 0)) + bytesOfEntry
