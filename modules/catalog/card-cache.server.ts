import { PgTransaction } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import { batched, type Db } from '#platform/db.server.ts'
import type { Product, ProductCardData } from './contract.ts'
import { readStockNow, type StockNow } from './repo.server.ts'

const bounds = { cards: 3_000, products: 500 }

/** Of products only. */
export type ListStock = Omit<StockNow, 'variants'>

type Versioned<Value> = { version: string; value: Value }

/** Under load, calls at the same time share one statement. */
const readStock = batched(readStockNow)

/**
 * Cards and products of one shop version. Their stock is read each time, together with the present version, so nothing
 * here is ever stale: see docs/decisions/0008.
 */
export class CardCache {
  readonly #cards = new LRUCache<number, Versioned<ProductCardData>>({ max: bounds.cards })
  readonly #products = new LRUCache<string, Versioned<Product>>({ max: bounds.products })
  #newestVersion = 0

  /** The cards in this order, or undefined if one is missing or the shop has changed. */
  async cards(db: Db, ids: number[], version: string): Promise<ProductCardData[] | undefined> {
    const cards = this.#known(db, ids, version)
    if (cards.length < ids.length) return undefined
    const stock = await this.#readStock(db, ids)
    return stock.version === version ? cards.map((card) => withStock(card, stock)) : undefined
  }

  /** Those of the cards that are here, with a stock that was just read. */
  cardsWith(db: Db, ids: number[], stock: ListStock): ProductCardData[] {
    return this.#known(db, ids, stock.version).flatMap((card) =>
      stock.products[card.id] === undefined ? [] : withStock(card, stock),
    )
  }

  #known(db: Db, ids: number[], version: string): ProductCardData[] {
    if (this.#isOld(db, version)) return []
    const cached = ids.map((id) => this.#cards.get(id))
    return cached.flatMap((each) => (each?.version === version ? each.value : []))
  }

  async product(db: Db, slug: string): Promise<Product | undefined> {
    const cached = this.#products.get(slug)
    if (!cached || this.#isOld(db, cached.version)) return undefined
    const { version, value: product } = cached
    const stock = await this.#readStock(db, [product.id, ...product.related.map(({ id }) => id)])
    if (stock.version !== version) return undefined
    return {
      ...withStock(product, stock),
      allVariants: product.allVariants.map((variant) => ({
        ...variant,
        stock: stock.variants[variant.id] ?? variant.stock,
      })),
      related: product.related.map((card) => withStock(card, stock)),
    }
  }

  /** `version` is at most as new as the cards. */
  addCards(db: Db, version: string, cards: ProductCardData[]): void {
    if (!this.#mayAdd(db, version)) return
    for (const card of cards) this.#cards.set(card.id, { version, value: card })
  }

  addProduct(db: Db, version: string, product: Product): void {
    if (this.#mayAdd(db, version)) this.#products.set(product.slug, { version, value: product })
  }

  /** A transaction sees its own changes, which may be rolled back. */
  #mayAdd(db: Db, version: string): boolean {
    if (db instanceof PgTransaction) return false
    this.#newestVersion = Math.max(this.#newestVersion, Number(version))
    return true
  }

  async #readStock(db: Db, ids: number[]): Promise<StockNow> {
    const stock = await readStock(db, ids)
    this.#newestVersion = Math.max(this.#newestVersion, Number(stock.version))
    return stock
  }

  #isOld(db: Db, version: string): boolean {
    return db instanceof PgTransaction || Number(version) < this.#newestVersion
  }
}

function withStock<Card extends ProductCardData>(card: Card, { products }: ListStock): Card {
  return { ...card, stock: products[card.id] ?? card.stock }
}
