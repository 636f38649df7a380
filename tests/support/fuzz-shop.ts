import fc from 'fast-check'
import { type Person, person } from './accounts.ts'
import { wild } from './fuzz.ts'
import { oddCsv } from './fuzz-hostile.ts'
import type { TestShop } from './shop.ts'
import { addAddress } from './shopper.ts'
import { pictureFile } from './uploads.ts'

export type Fuzzer = Person & { addressId: string }

export async function createFuzzer(shop: TestShop, role: 'Customer' | 'Owner'): Promise<Fuzzer> {
  const account = await person(shop, `Fuzz ${role}`, { role, password: 'Himalaya-2026' })
  return { ...account, addressId: await addAddress(shop, account.userId) }
}

type Sent = { type: string; body: string | FormData }

const picture = await pictureFile('stone.png', '#884422', { width: 40, height: 50 })

const files = fc.oneof(
  fc.constant(picture),
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => new File([text], '../../stone.svg')),
)

const csvText = fc
  .tuple(
    fc.constantFrom('', 'slug,name,stock\n', 'name;price\n', '\ufeff', ...oddCsv),
    fc.array(fc.string({ maxLength: 40 }), { maxLength: 5 }),
  )
  .map(([heading, rows]) => heading + rows.join('\n'))

/** Random bodies for an endpoint that accepts a file. */
export function uploads(type: string, productIds: unknown[]): fc.Arbitrary<Sent> {
  if (type === 'text/csv') return csvText.map((body) => ({ type, body }))
  const fields = fc.record(
    {
      productId: fc.oneof(fc.constantFrom(...productIds), wild),
      rating: fc.oneof(fc.integer({ min: 1, max: 5 }), wild),
      description: fc.oneof(fc.string(), wild),
      file: files,
      pictures: fc.oneof(files, wild),
    },
    { requiredKeys: [] },
  )
  return fields.map((values) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(values)) {
      if (value instanceof File) body.append(name, value)
      else body.append(name, typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''))
    }
    return { type, body }
  })
}
