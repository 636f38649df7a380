import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { type Listed, pageOf, windowOf } from '#shared/lists.ts'
import { fromWire, toWire } from '#shared/money.ts'
import { tagKey } from '#shared/slugs.ts'
import {
  countKnown,
  lockProduct,
  readRecord,
  readRowsOf,
  readSearchWords,
  replaceAttributes,
  replaceImages,
  replaceRelated,
  type StoredProduct,
  slugOwner,
  takenSlugs,
  updateColumns,
} from './admin-repo.server.ts'
import type {
  NewProduct,
  ProductChange,
  ProductListQuery,
  ProductListRow,
  ProductRecord,
  QuickChange,
} from './admin-schema.ts'
import { columnsOf, createProduct } from './service.server.ts'

export type Editor = { userId: string; name: string }

const subject = 'product'
const missing = () => new ShopError('notFound', 'There is no such product.')

function wrong(field: string, description: string): ShopError {
  return new ShopError('invalid', description, { details: [{ code: 'Invalid', field, description }] })
}

export async function listProducts(db: Db, query: ProductListQuery, lowStock: number): Promise<Listed<ProductListRow>> {
  const words = query.q ? await readSearchWords(db, query.q) : undefined
  const found = await readRowsOf(db, {
    ...query,
    ...windowOf(query),
    words,
    tagKey: query.tag ? tagKey(query.tag) : undefined,
    atMost: query.stock && (query.stock === 'out' ? 0 : lowStock),
  })
  const rows = found.map(({ id, priceNpr, priceUsd, ...row }) => ({
    ...row,
    productId: id,
    price: toWire(priceNpr),
    priceInUSD: toWire(priceUsd),
  }))
  return pageOf(rows, query)
}

export async function readProductRecord(db: Db, id: number): Promise<ProductRecord> {
  const stored = await readRecord(db, id)
  if (!stored) throw missing()
  return onWire(stored)
}

export function addProduct(db: Db, editor: Editor, input: NewProduct): Promise<ProductRecord> {
  return db.transaction(async (tx) => {
    await refuseUnknown(tx, input)
    if ((await slugOwner(tx, input.slug)) !== undefined) throw slugTaken()
    const id = await createProduct(tx, inShopTerms(input))
    await replaceRelated(tx, id, input.relatedIds)
    if (input.isArchived) await updateColumns(tx, id, { archivedAt: new Date() })
    const record = await readProductRecord(tx, id)
    await recordChange(tx, editor, { action: 'added', subject, subjectId: id, after: told(record) })
    return record
  })
}

/** Nothing is overwritten that the editor has not seen: neither another's words nor a sale. */
export function changeProduct(db: Db, editor: Editor, id: number, change: ProductChange): Promise<ProductRecord> {
  return db.transaction(async (tx) => {
    const before = await lockRecord(tx, id, change.version)
    await refuseUnknown(tx, change, id)
    const owner = await slugOwner(tx, change.slug)
    if (owner !== undefined && owner !== id) throw slugTaken()
    const attributes = change.attributes.map((wanted) => choiceAfter(before, wanted))
    const stock = stockAfter(before, before.stock, change.stock, change.stockRead)
    const input = inShopTerms({ ...change, stock })
    await replaceAttributes(tx, id, attributes)
    await replaceImages(tx, id, change.images)
    await replaceRelated(tx, id, change.relatedIds)
    await updateColumns(tx, id, {
      ...columnsOf({ ...input, attributes: attributes.map(({ id: _, ...each }) => each) }),
      ...(change.isArchived === before.isArchived ? {} : { archivedAt: change.isArchived ? new Date() : null }),
    })
    return recorded(tx, editor, 'changed', before)
  })
}

/** Prices and stock, straight from the list. */
export function changeQuickly(db: Db, editor: Editor, id: number, change: QuickChange): Promise<ProductRecord> {
  return db.transaction(async (tx) => {
    const before = await lockRecord(tx, id, change.version)
    if (change.stock !== undefined && before.attributes.length > 0) {
      throw wrong('stock', 'This piece comes in choices: please open it and say how many there are of each.')
    }
    await updateColumns(tx, id, {
      ...(change.price === undefined ? {} : { priceNpr: fromWire(change.price) }),
      ...(change.priceInUSD === undefined ? {} : { priceUsd: fromWire(change.priceInUSD) }),
      ...(change.stock === undefined
        ? {}
        : { stock: stockAfter(before, before.stock, change.stock, change.stockRead) }),
    })
    return recorded(tx, editor, 'changed', before)
  })
}

/** A piece that lies in a bag or was sold is never deleted: it only leaves the shop. */
export function setArchived(
  db: Db,
  editor: Editor,
  id: number,
  { version, archived }: { version: number; archived: boolean },
): Promise<ProductRecord> {
  return db.transaction(async (tx) => {
    const before = await lockRecord(tx, id, version)
    if (before.isArchived === archived) return onWire(before)
    await updateColumns(tx, id, { archivedAt: archived ? new Date() : null })
    return recorded(tx, editor, archived ? 'archived' : 'restored', before)
  })
}

/** A copy to start from: not in the shop yet, and with nothing in stock. */
export function duplicateProduct(db: Db, editor: Editor, id: number): Promise<ProductRecord> {
  return db.transaction(async (tx) => {
    const from = await readProductRecord(tx, id)
    const taken = await takenSlugs(tx, `${from.slug.slice(0, 100)}-copy`)
    const copy = await createProduct(tx, {
      ...inShopTerms({
        ...from,
        name: `${from.name.slice(0, 110)} (copy)`,
        slug: freeSlug(`${from.slug.slice(0, 100)}-copy`, taken),
        stock: 0,
        attributes: from.attributes.map((variant) => ({ ...variant, productQuantity: 0 })),
      }),
    })
    await replaceRelated(
      tx,
      copy,
      from.related.map(({ productId }) => productId),
    )
    await updateColumns(tx, copy, { archivedAt: new Date() })
    const record = await readProductRecord(tx, copy)
    await recordChange(tx, editor, { action: 'duplicated', subject, subjectId: copy, after: told(record) })
    return record
  })
}

function freeSlug(stem: string, taken: Set<string>): string {
  let slug = stem
  for (let number = 2; taken.has(slug); number++) slug = `${stem}-${number}`
  return slug
}

async function lockRecord(tx: Db, id: number, version: number): Promise<StoredProduct> {
  const stored = (await lockProduct(tx, id)) ? await readRecord(tx, id) : undefined
  if (!stored) throw missing()
  if (stored.version !== version) throw editConflict(onWire(stored))
  return stored
}

async function recorded(tx: Db, editor: Editor, action: string, before: StoredProduct): Promise<ProductRecord> {
  const after = await readProductRecord(tx, before.id)
  await recordChange(tx, editor, {
    action,
    subject,
    subjectId: before.id,
    before: told(onWire(before)),
    after: told(after),
  })
  return after
}

/** What a log needs of a record. */
function told({ version: _, updatedAt: __, images, related, ...record }: ProductRecord): Record<string, unknown> {
  return { ...record, images: images.map(({ pictureId }) => pictureId), related: related.map(({ name }) => name) }
}

async function refuseUnknown(tx: Db, { images, relatedIds }: NewProduct, own?: number): Promise<void> {
  const pictures = [...new Set(images.map(({ pictureId }) => pictureId))]
  if ((await countKnown(tx, 'pictures', pictures)) < pictures.length) {
    throw wrong('images', 'One of the pictures is no longer here. Please add it again.')
  }
  const isMissing = (await countKnown(tx, 'products', relatedIds)) < relatedIds.length
  if (isMissing || (own !== undefined && relatedIds.includes(own))) {
    throw wrong('relatedIds', 'One of the related pieces cannot be chosen.')
  }
}

function slugTaken(): ShopError {
  const description = 'Another piece has this address already.'
  return new ShopError('conflict', description, { details: [{ code: 'DuplicateSlug', field: 'slug', description }] })
}

/** What was sold since the editor looked stays sold: only the difference that they made counts. */
function stockAfter(before: StoredProduct, current: number, wanted: number, read = current): number {
  const stock = current + wanted - read
  if (stock >= 0) return stock
  throw editConflict(onWire(before), 'Some of these pieces were sold meanwhile. Please look at the stock again.')
}

function choiceAfter(before: StoredProduct, wanted: ProductChange['attributes'][number]) {
  const { productAttributeId, kind, attributeValue: value, measure, productQuantity, quantityRead } = wanted
  if (productAttributeId === undefined) return { id: null, kind, value, measure, stock: productQuantity }
  const known = before.attributes.find(({ id }) => id === productAttributeId)
  if (!known) throw editConflict(onWire(before), 'One of the choices is no longer there.')
  const stock = stockAfter(before, known.stock, productQuantity, quantityRead)
  return { id: known.id, kind, value, measure, stock }
}

type InShopTerms = Omit<NewProduct, 'attributes' | 'categoryId' | 'relatedIds' | 'isArchived'> & {
  categoryId: number
  attributes: Pick<ProductRecord['attributes'][number], 'kind' | 'attributeValue' | 'measure' | 'productQuantity'>[]
}

function inShopTerms({ price, priceInUSD, attributes, categoryId, images, ...said }: InShopTerms) {
  return {
    slug: said.slug,
    name: said.name,
    description: said.description,
    categoryId: categoryId as NewProduct['categoryId'],
    priceNpr: fromWire(price),
    priceUsd: fromWire(priceInUSD),
    stock: said.stock,
    tags: said.tags,
    colors: said.colors.map((color) => color.toLowerCase()),
    sizes: said.sizes.map((size) => size.toLowerCase()),
    facts: said.facts,
    attributes: attributes.map(({ kind, attributeValue, measure, productQuantity }) => ({
      kind,
      value: attributeValue,
      measure,
      stock: productQuantity,
    })),
    images: images.map(({ pictureId, alt }) => ({ pictureId, alt })),
  }
}

/** Colours and sizes that a choice brought along are told with the choice alone. */
function onWire({
  id,
  priceNpr,
  priceUsd,
  attributes,
  related,
  colors,
  sizes,
  ...stored
}: StoredProduct): ProductRecord {
  const ofChoices = new Set(attributes.map(({ value }) => value.toLowerCase()))
  return {
    ...stored,
    productId: id,
    price: toWire(priceNpr),
    priceInUSD: toWire(priceUsd),
    colors: colors.filter((color) => !ofChoices.has(color)),
    sizes: sizes.filter((size) => !ofChoices.has(size)),
    attributes: attributes.map(({ id: productAttributeId, kind, value, measure, stock }) => ({
      productAttributeId,
      kind,
      attributeValue: value,
      measure,
      productQuantity: stock,
    })),
    related: related.map(({ id: productId, name }) => ({ productId, name })),
  }
}
