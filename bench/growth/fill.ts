import { firstNames, lastNames } from '../admin-orders.ts'
import { loadCatalogue } from '../catalogue.ts'
import { loadInto } from '../copy.ts'
import { loadPeople } from './people.ts'
import { loadSales } from './sales.ts'

export type Size = { products: number; orders: number; people: number; now: number }

/** A shop that has grown: everything that a page reads is there, in the proportions of a shop that sells. */
export async function fillShop(url: string, size: Size): Promise<void> {
  await loadInto(url, async (loader) => {
    await loadCatalogue(loader, size.products)
    const learn =
      'insert into load.names (kind, place, word) select $1, place, word from unnest($2::text[]) with ordinality as each (word, place)'
    await loader.run(learn, ['first', firstNames.slice(0, 256)])
    await loader.run(learn, ['last', lastNames])
    await loader.run('analyze load.names')
    await loadPeople(loader, size)
    await loadSales(loader, size)
  })
}
