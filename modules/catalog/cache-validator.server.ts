import type { Db } from '#platform/db.server.ts'
import { readChanges } from './stock-repo.server.ts'

type Pieces = ReadonlyMap<number, number>

/** How many an answer says there are, of which product and of which choice. */
export type ShownStock = { products: Pieces; choices: Pieces }

type Truth = { version: bigint; changed: ReadonlySet<number> }

export type Said = { version: bigint; stock: ShownStock }

/**
 * Whether what was said earlier is still so, by one small statement that all share who ask at the same time. It begins
 * after the question, so nobody is told what was true only before they asked.
 */
export class StillTrue {
  readonly #db: Db
  #asked = { products: new Map<number, number>(), choices: new Map<number, number>() }
  #underWay: Promise<unknown> = Promise.resolve()
  #next: Promise<Truth> | undefined
  #seen: bigint | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** The highest version that the shop is known to have; what is read from now on is at least as new. */
  get seen(): bigint | undefined {
    return this.#seen
  }

  note(version: bigint): void {
    if (this.#seen === undefined || version > this.#seen) this.#seen = version
  }

  async ask({ version, stock }: Said): Promise<boolean> {
    const { products, choices } = this.#asked
    if (!takeAlong(products, stock.products) || !takeAlong(choices, stock.choices)) return false
    const now = await this.look()
    if (now.version !== version) return false
    return now.changed.size === 0 || ![...stock.products.keys()].some((id) => now.changed.has(id))
  }

  look(): Promise<Truth> {
    this.#next ??= this.#read()
    return this.#next
  }

  async #read(): Promise<Truth> {
    await this.#underWay
    // Whoever comes while this turn of the event loop reads its sockets is taken along.
    await new Promise((resolve) => setImmediate(resolve))
    const asked = this.#asked
    this.#asked = { products: new Map(), choices: new Map() }
    this.#next = undefined
    const reading = readChanges(this.#db, asked)
    this.#underWay = reading.catch(() => {})
    const truth = await reading
    this.note(truth.version)
    return truth
  }
}

/** Two that contradict each other cannot both be true, and one statement compares one number for each thing. */
function takeAlong(asked: Map<number, number>, shown: Pieces): boolean {
  for (const [id, pieces] of shown) {
    if ((asked.get(id) ?? pieces) !== pieces) return false
    asked.set(id, pieces)
  }
  return true
}
