import { recordChange } from '#modules/audit/service.server.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import type { Editor } from './admin.server.ts'
import type { CuratedListName } from './curated-lists.ts'
import { type CuratedList, type CuratedListChange, maxListed } from './lists-contract.ts'
import { changeTags, lockList, lockProducts, readList, sortList } from './lists-repo.server.ts'

export const readCuratedList = (db: Db, name: CuratedListName): Promise<CuratedList> => readList(db, name, maxListed)

/** Only what the editor added or removed changes: a product that got the tag meanwhile stays in the list. */
export function changeCuratedList(
  db: Db,
  author: Editor,
  name: CuratedListName,
  { version, productIds, readIds }: CuratedListChange,
): Promise<CuratedList> {
  return transactWithRetry(db, async (tx) => {
    const current = await lockList(tx, name)
    const before = await readCuratedList(tx, name)
    if (current !== version) throw editConflict(before)
    const added = productIds.filter((id) => !readIds.includes(id))
    const removed = readIds.filter((id) => !productIds.includes(id))
    const existing = await lockProducts(tx, [...added, ...removed])
    if (added.some((id) => !existing.has(id))) throw missingProduct()
    await changeTags(tx, name, added, removed)
    await sortList(tx, name, productIds)
    const after = await readCuratedList(tx, name)
    await recordChange(tx, author, {
      action: 'changed',
      subject: 'list',
      subjectId: name,
      before: { products: namesOf(before) },
      after: { products: namesOf(after) },
    })
    return after
  })
}

const namesOf = ({ products }: CuratedList) => products.map(({ name }) => name)

function missingProduct(): ShopError {
  const description = 'One of the products no longer exists. Please remove it.'
  return new ShopError('invalid', description, { details: [{ code: 'Invalid', field: 'productIds', description }] })
}
