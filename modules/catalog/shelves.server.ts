import type { Db } from '#platform/db.server.ts'
import { type ListQuestion, readListIds } from './repo.server.ts'
import { Turns } from './turns.ts'

const mostIdsKept = 4_000_000

type Shelf = { version: string; ids: Int32Array }

/**
 * Lists as ordered product ids, kept by each process until the shop's version rises. A page of a list is then a slice,
 * as quick at its end as at its start, and its length is known without counting. The version is asked of the database
 * with every list, so a shelf is never older than the answer: see docs/decisions/0009.
 */
export class Shelves {
  readonly #kept = new Map<string, Shelf>()
  // By handle: what a transaction sees is its own.
  readonly #turns = new WeakMap<Db, Turns<Int32Array[]>>()
  #idsKept = 0

  /** All the lists asked for, in one statement, which those who ask the same at the same time share. */
  read(db: Db, questions: ListQuestion[]): Promise<Int32Array[]> {
    const keys = questions.map((question) => JSON.stringify(question, Object.keys(question).sort()))
    const turns = this.#turns.get(db) ?? new Turns<Int32Array[]>()
    this.#turns.set(db, turns)
    return turns.share(keys.join(), () => this.#read(db, questions, keys))
  }

  async #read(db: Db, questions: ListQuestion[], keys: string[]): Promise<Int32Array[]> {
    const known = keys.map((key) => this.#kept.get(key))
    const { version, lists } = await readListIds(
      db,
      questions.map((question, index) => ({ question, knownVersion: known[index]?.version ?? '' })),
    )
    return keys.map((key, index) => {
      const fresh = lists[index]
      const shelf = fresh ? { version, ids: Int32Array.from(fresh) } : known[index]
      if (!shelf) return new Int32Array()
      this.#touch(key, shelf)
      return shelf.ids
    })
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

/** An empty list takes room too: the key and the entry weigh about as much as fifty ids. */
function cost(shelf: Shelf): number {
  return shelf.ids.length + 50
}
