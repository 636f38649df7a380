import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { type ListPage, offsetAndLimit, toListPage } from '#shared/lists.ts'
import { formatMoney, fromWire, toWire } from '#shared/money.ts'
import { tagKey } from '#shared/slugs.ts'
import type {
  NewProduct,
  ProductChange,
  ProductListQuery,
  ProductListRow,
  ProductRecord,
  QuickChange,
} from './admin-contract.ts'
import {
  countExisting,
  existingSlugs,
  lockProduct,
  readProductRows,
  readRecord,
  readSearchQuery,
  replaceImages,
  replaceRelated,
  replaceVariants,
  type StoredProduct,
  saveOldSlug,
  slugOwner,
  updateColumns,
} from './admin-repo.server.ts'
import { auditFields, currentOnWire, recordOnWire, toProductInput } from './admin-wire.ts'
import { recordMovements } from './movements.server.ts'
import { scheduleSale } from './sales.server.ts'
import { columnsOf, createProduct } from './service.server.ts'
import { storedPrices } from './stored-prices.ts'
import { changeTurn } from './turn.server.ts'
import { countFrames } from './turn-repo.server.ts'

export type Editor = { userId: string; name: string }
export type EditContext = { db: Db; jobs: Jobs }

const subject = 'product'
const productNotFound = () => new ShopError('notFound', 'There is no such product.')

function invalidField(field: string, description: string): ShopError {
  return new ShopError('invalid', description, { details: [{ code: 'Invalid', field, description }] })
}

export async function listProducts(
  db: Db,
  query: ProductListQuery,
  lowStock: number,
): Promise<ListPage<ProductListRow>> {
  const { q } = query
  const search = q ? { text: q, query: await readSearchQuery(db, q) } : undefined
  const found = await readProductRows(db, {
    ...query,
    ...offsetAndLimit(query),
    search,
    tagKey: query.tag ? tagKey(query.tag) : undefined,
    maxStock: query.stock && (query.stock === 'out' ? 0 : lowStock),
  })
  const rows = found.map(({ id, priceNpr, priceUsd, currentNpr, currentUsd, ...row }) => ({
    ...row,
    ...currentOnWire({ currentNpr, currentUsd }),
    productId: id,
    price: toWire(priceNpr),
    priceInUSD: toWire(priceUsd),
  }))
  return toListPage(rows, query)
}

export async function readProductRecord(db: Db, id: number): Promise<ProductRecord> {
  const stored = await readRecord(db, id)
  if (!stored) throw productNotFound()
  return recordOnWire(stored)
}

export function addProduct({ db, jobs }: EditContext, author: Editor, input: NewProduct): Promise<ProductRecord> {
  return db.transaction(async (tx) => {
    await rejectInvalidIds(tx, input)
    if ((await slugOwner(tx, input.slug)) !== undefined) throw slugTaken()
    const id = await createProduct(tx, toProductInput(input), author)
    await replaceRelated(tx, id, input.relatedIds)
    if (input.isArchived) await updateColumns(tx, id, { archivedAt: new Date() })
    await scheduleSale(tx, jobs, input)
    const record = await readProductRecord(tx, id)
    await recordChange(tx, author, { action: 'added', subject, subjectId: id, after: auditFields(record) })
    return record
  })
}

/** Rejects the change if the record has a newer version, and subtracts what was sold since the editor read the stock. */
export function changeProduct(
  { db, jobs }: EditContext,
  author: Editor,
  id: number,
  change: ProductChange,
): Promise<ProductRecord> {
  return db.transaction(async (tx) => {
    const before = await lockCurrentVersion(tx, id, change.version)
    await rejectInvalidIds(tx, change, id)
    const slugOwnerId = await slugOwner(tx, change.slug)
    if (slugOwnerId !== undefined && slugOwnerId !== id) throw slugTaken()
    const variants = change.attributes.map((attribute) => applyVariantChange(before, attribute))
    const stock = applyStockChange(before, before.stock, change.stock, change.stockRead)
    const input = toProductInput({ ...change, stock })
    await replaceVariants(tx, id, variants)
    await replaceImages(tx, id, change.images)
    await changeTurn(tx, jobs, id, before.turn, change.turn)
    await replaceRelated(tx, id, change.relatedIds)
    await updateColumns(tx, id, {
      ...columnsOf({ ...input, variants: variants.map(({ id: _, ...variant }) => variant) }),
      ...(change.isArchived === before.isArchived ? {} : { archivedAt: change.isArchived ? new Date() : null }),
    })
    await scheduleSale(tx, jobs, change)
    if (change.slug !== before.slug) await saveOldSlug(tx, before.slug, id, !before.isArchived)
    return auditAndRead(tx, author, 'changed', before)
  })
}

/** Changes prices and stock from the product list. */
export function changePricesAndStock(db: Db, author: Editor, id: number, change: QuickChange): Promise<ProductRecord> {
  return db.transaction(async (tx) => {
    const before = await lockCurrentVersion(tx, id, change.version)
    if (change.stock !== undefined && before.variants.length > 0) {
      throw invalidField('stock', 'This product has variants. Open it to set the stock of each variant.')
    }
    refusePriceBelowSale(before, change)
    await updateColumns(tx, id, {
      ...(change.price === undefined ? {} : { priceNpr: fromWire(change.price) }),
      ...(change.priceInUSD === undefined ? {} : { priceUsd: fromWire(change.priceInUSD) }),
      ...(change.stock === undefined
        ? {}
        : { stock: applyStockChange(before, before.stock, change.stock, change.stockRead) }),
    })
    return auditAndRead(tx, author, 'changed', before)
  })
}

function refusePriceBelowSale({ saleNpr, saleUsd }: StoredProduct, { price, priceInUSD }: QuickChange): void {
  const fields = [
    { name: 'price', entered: price, sale: saleNpr, currency: 'NPR' },
    { name: 'priceInUSD', entered: priceInUSD, sale: saleUsd, currency: 'USD' },
  ] as const
  for (const { name, entered, sale, currency } of fields)
    if (entered !== undefined && sale !== null && fromWire(entered) <= sale)
      throw invalidField(name, `The sale price is ${formatMoney(sale, currency)}. Open the product to change the sale.`)
}

/** Products are archived, never deleted, because carts and orders refer to them. */
export function setArchived(
  db: Db,
  author: Editor,
  id: number,
  { version, archived }: { version: number; archived: boolean },
): Promise<ProductRecord> {
  return db.transaction(async (tx) => {
    const before = await lockCurrentVersion(tx, id, version)
    if (before.isArchived === archived) return recordOnWire(before)
    await updateColumns(tx, id, { archivedAt: archived ? new Date() : null })
    return auditAndRead(tx, author, archived ? 'archived' : 'restored', before)
  })
}

const noSale = { salePrice: null, salePriceInUSD: null }

/** The copy is archived, not on sale and has no stock. */
export function duplicateProduct(db: Db, author: Editor, id: number): Promise<ProductRecord> {
  return db.transaction(async (tx) => {
    const original = await readProductRecord(tx, id)
    const existing = await existingSlugs(tx, `${original.slug.slice(0, 100)}-copy`)
    const copyId = await createProduct(tx, {
      ...toProductInput({
        ...original,
        name: `${original.name.slice(0, 110)} (copy)`,
        slug: freeSlug(`${original.slug.slice(0, 100)}-copy`, existing),
        stock: 0,
        ...noSale,
        saleFrom: null,
        saleUntil: null,
        attributes: original.attributes.map((variant) => ({ ...variant, ...noSale, productQuantity: 0 })),
      }),
    })
    await replaceRelated(
      tx,
      copyId,
      original.related.map(({ productId }) => productId),
    )
    await updateColumns(tx, copyId, { archivedAt: new Date() })
    const record = await readProductRecord(tx, copyId)
    await recordChange(tx, author, { action: 'duplicated', subject, subjectId: copyId, after: auditFields(record) })
    return record
  })
}

function freeSlug(stem: string, existing: Set<string>): string {
  let slug = stem
  for (let number = 2; existing.has(slug); number++) slug = `${stem}-${number}`
  return slug
}

async function lockCurrentVersion(tx: Db, id: number, version: number): Promise<StoredProduct> {
  const stored = (await lockProduct(tx, id)) ? await readRecord(tx, id) : undefined
  if (!stored) throw productNotFound()
  if (stored.version !== version) throw editConflict(recordOnWire(stored))
  return stored
}

async function auditAndRead(tx: Db, author: Editor, action: string, before: StoredProduct): Promise<ProductRecord> {
  const stored = await readRecord(tx, before.id)
  if (!stored) throw productNotFound()
  await recordMovements(tx, [before], [stored], { kind: 'edited', at: new Date(), actor: author })
  const after = recordOnWire(stored)
  await recordChange(tx, author, {
    action,
    subject,
    subjectId: before.id,
    before: auditFields(recordOnWire(before)),
    after: auditFields(after),
  })
  return after
}

async function rejectInvalidIds(tx: Db, { images, turn, relatedIds }: NewProduct, ownId?: number): Promise<void> {
  const pictureIds = [...new Set(images.map(({ pictureId }) => pictureId))]
  if ((await countExisting(tx, 'pictures', pictureIds)) < pictureIds.length) {
    throw invalidField('images', 'One of the pictures no longer exists. Please add it again.')
  }
  const frameIds = [...new Set(turn.map(({ pictureId }) => pictureId))]
  if (frameIds.length > 0 && (await countFrames(tx, frameIds)) < frameIds.length) {
    throw invalidField('turn', 'One of the pictures of the turn no longer exists. Please add the turn again.')
  }
  const isMissing = (await countExisting(tx, 'products', relatedIds)) < relatedIds.length
  if (isMissing || (ownId !== undefined && relatedIds.includes(ownId))) {
    throw invalidField('relatedIds', 'One of the related products cannot be chosen.')
  }
}

function slugTaken(): ShopError {
  const description = 'Another product already uses this URL.'
  return new ShopError('conflict', description, { details: [{ code: 'DuplicateSlug', field: 'slug', description }] })
}

/** Applies the difference between entered and read stock to the current stock, which keeps sales in between. */
function applyStockChange(before: StoredProduct, current: number, entered: number, read = current): number {
  const stock = current + entered - read
  if (stock >= 0) return stock
  throw editConflict(recordOnWire(before), 'Some of this stock was sold meanwhile. Please check the stock again.')
}

function applyVariantChange(before: StoredProduct, attribute: ProductChange['attributes'][number]) {
  const { productAttributeId, kind, attributeValue: value, measure, productQuantity, quantityRead } = attribute
  const fields = { kind, value, measure, ...storedPrices(attribute) }
  if (productAttributeId === undefined) return { id: null, ...fields, stock: productQuantity }
  const stored = before.variants.find(({ id }) => id === productAttributeId)
  if (!stored) throw editConflict(recordOnWire(before), 'One of the variants no longer exists.')
  const stock = applyStockChange(before, stored.stock, productQuantity, quantityRead)
  return { id: stored.id, ...fields, stock }
}
