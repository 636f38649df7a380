import { Readable } from 'node:stream'
import type { Db } from '#platform/db.server.ts'
import { byteOrderMark, csvLine } from '#shared/csv.ts'
import { csvColumns } from './csv-columns.ts'
import { lineOf, toCsvProduct } from './csv-product.server.ts'
import { readProductsAfter } from './csv-repo.server.ts'

const exportBatch = 500

/** Streams the products in batches, so memory use does not depend on the size of the shop. */
export function exportProducts(db: Db): ReadableStream<Uint8Array> {
  async function* lines(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(csvColumns.map(({ name }) => name))
    for (let lastId = 0; ; ) {
      const products = await readProductsAfter(db, lastId, exportBatch)
      yield products.map((product) => lineOf(toCsvProduct(product))).join('')
      if (products.length < exportBatch) return
      lastId = products.at(-1)?.id ?? 0
    }
  }
  return Readable.toWeb(Readable.from(lines(), { objectMode: false })) as ReadableStream<Uint8Array>
}
