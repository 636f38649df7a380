import { stockCorrections } from '#tests/support/stock.ts'
import { firstNames, lastNames } from '../admin-orders.ts'
import { loadCatalog } from '../catalog.ts'
import { loadInto } from '../copy.ts'
import { loadCustomers } from './customers.ts'
import { loadSales } from './sales.ts'

export type Size = { products: number; orders: number; customers: number; now: number }

/** Loads all data that pages read, in the proportions of a real shop. */
export async function fillShop(url: string, size: Size): Promise<void> {
  await loadInto(url, async (loader) => {
    await loadCatalog(loader, size.products)
    const insertNames =
      'insert into load.names (kind, place, word) select $1, place, word from unnest($2::text[]) with ordinality as each (word, place)'
    await loader.run(insertNames, ['first', firstNames.slice(0, 256)])
    await loader.run(insertNames, ['last', lastNames])
    await loader.run('analyze load.names')
    await loadCustomers(loader, size)
    await loadSales(loader, size)
    await loader.run(stockCorrections)
  })
}
