import type { Db } from '#platform/db.server.ts'
import { type ListQuestion, readStretches, stretchLength } from './repo.server.ts'
import { Turns } from './turns.ts'

const mostIdsKept = 4_000_000

/** One stretch of a list, and how long the list is in all. */
type Shelf = { version: string; total: number; ids: Int32Array }

type Wanted = { question: ListQuestion; start: number; end: number }
type Stretch = { key: string; list: string; question: ListQuestion; start: number }
type Found = { total: number; ids: number[] }

/**
 * Lists as ordered product ids, a stretch at a time, kept by each process until the shop's version rises. A page of a
 * list is then a slice, as quick at its end as at its start, and its length is known without counting. The version is
 * asked of the database with every list, so a shelf is never older than the answer: see docs/decisions/0009.
 */
export class Shelves {
  readonly #kept = new Map<string, Shelf>()
  // By handle: what a transaction sees is its own.
  readonly #turns = new WeakMap<Db, Turns<Shelf[]>>()
  #idsKept = 0

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
      return { total: own[0]?.shelf?.total ?? 0, ids }
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
      const shelf = fresh ? { version, total: fresh.total, ids: Int32Array.from(fresh.ids) } : known[index]
      if (!shelf) throw new Error('A list is neither known nor read')
      if (shelf.ids.length > 0 || shelf.total === 0) this.#touch(key, shelf)
      return shelf
    })
  }

  /** Nobody counts again for a page that a list of this length cannot have. */
  #beyondTheEnd({ list, start }: Stretch): Shelf | undefined {
    const first = this.#kept.get(keyOf(list, 0))
    return first && start >= first.total ? { ...first, ids: new Int32Array() } : undefined
  }

  #touch(key: string, shelf: Shelf): void {
    const previous = this.#kept.get(key)
    if (previous) this.#forget(key, previous)
    this.#kept.set(key, shelf)
    this.#idsKept += cost(shelf)
    for (const [oldest, old] of this.#kept) {
      if (this.#idsKept <= mostIdsKept) break
      this.#forget(oldest, old)
    }
  }

  #forget(key: string, shelf: Shelf): void {
    this.#kept.delete(key)
    this.#idsKept -= cost(shelf)
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

/** An empty list takes room too: the key and the entry weigh about as much as fifty ids. */
function cost(shelf: Shelf): number {
  return shelf.ids.length + 50
}
