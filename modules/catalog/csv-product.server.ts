import { differingValues } from '#modules/audit/service.server.ts'
import { csvLine } from '#shared/csv.ts'
import { type CsvProduct, csvColumns, type ImportPreviewLine } from './csv-columns.ts'
import type { CsvColumns, ImportedChanges, StoredCsvProduct } from './csv-repo.server.ts'
import { factColumn, mapFacts } from './facts.ts'
import { columnsOf } from './service.server.ts'
import { storedPrices, storedPricesOnWire } from './stored-prices.ts'

export function lineOf(product: CsvProduct): string {
  return csvLine(csvColumns.map(({ format }) => format(product)))
}

export function toCsvProduct({ variants, colors, sizes, ...stored }: StoredCsvProduct): CsvProduct {
  const variantNames = new Set(variants.map(({ value }) => value.toLowerCase()))
  return {
    ...stored,
    categoryId: stored.categoryId as CsvProduct['categoryId'],
    ...storedPricesOnWire(stored),
    colors: colors.filter((color) => !variantNames.has(color)),
    sizes: sizes.filter((size) => !variantNames.has(size)),
    attributes: variants.map(({ kind, value, measure, stock, ...prices }) => ({
      kind,
      attributeValue: value,
      measure,
      ...storedPricesOnWire(prices),
      productQuantity: stock,
    })),
  }
}

const columnNames: Record<string, string> = {
  price: 'price_npr',
  priceInUSD: 'price_usd',
  salePrice: 'sale_price_npr',
  salePriceInUSD: 'sale_price_usd',
  saleFrom: 'sale_from',
  saleUntil: 'sale_until',
  categoryId: 'category',
  seoTitle: 'seo_title',
  seoDescription: 'seo_description',
  attributes: 'variants',
  ...mapFacts(({ name }) => factColumn(name)),
}

const variantColumns: Record<string, string> = {
  price: 'variant_prices',
  priceInUSD: 'variant_prices',
  salePrice: 'variant_sale_prices',
  salePriceInUSD: 'variant_sale_prices',
}

export function columnOf(path: PropertyKey[] | undefined): string | null {
  const variantColumn = path?.[0] === 'attributes' && variantColumns[String(path[2])]
  if (variantColumn) return variantColumn
  const name = String((path?.[0] === 'facts' ? path[1] : path?.[0]) ?? '')
  return columnNames[name] ?? (name || null)
}

/** The stock of a product with variants is their total; its own stock cell is ignored. */
export function withStock(product: CsvProduct): CsvProduct {
  const { attributes } = product
  if (attributes.length === 0) return product
  return { ...product, stock: attributes.reduce((sum, { productQuantity }) => sum + productQuantity, 0) }
}

/** Everything that the search index contains; colors also come from variants. */
export function searchTextOf({ name, description, tags, categoryId, facts, colors, attributes }: CsvProduct): string {
  return JSON.stringify([
    name,
    description,
    tags,
    categoryId,
    facts,
    colors,
    attributes.map(({ attributeValue }) => attributeValue),
  ])
}

const maxAuditLength = 300

/** The values of a line that the audit log stores: of a changed product those that differ, of a new one the main ones. */
export function auditChangesOf(before: CsvProduct | undefined, after: CsvProduct): ImportedChanges {
  const { name, price, priceInUSD, stock } = after
  if (!before) return { before: null, after: { name, price, priceInUSD, stock } }
  const { facts, ...values } = after
  const now = { ...values, ...facts }
  const stored: Record<string, unknown> = { ...before, ...before.facts }
  const old = Object.fromEntries(Object.keys(now).map((key) => [key, stored[key]]))
  const differing = differingValues(old, now)
  return {
    before: differing.before && shortened(differing.before),
    after: differing.after && shortened(differing.after),
  }
}

/** Each column of which a line changes the value; of a new product, those that have a value. */
export function columnChangesOf(before: CsvProduct | undefined, after: CsvProduct): ImportPreviewLine['changes'] {
  const cell = (column: (typeof csvColumns)[number], product: CsvProduct | undefined) =>
    shorten(String((product && column.format(product)) ?? ''))
  return csvColumns
    .map((column) => ({ column: column.name, before: cell(column, before), after: cell(column, after) }))
    .filter((change) => change.before !== change.after)
}

const shorten = (text: string) => (text.length > maxAuditLength ? `${text.slice(0, maxAuditLength)} …` : text)

const shortened = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? shorten(value) : value]),
  )

/** Differs if the stock of the product or of a variant differs. */
export function stockKeyOf({ stock, attributes }: CsvProduct): string {
  const variants = attributes.map(({ attributeValue, productQuantity }) => `${attributeValue}=${productQuantity}`)
  return JSON.stringify([stock, variants.sort()])
}

export function toCsvColumns({ attributes, colors, sizes, ...product }: CsvProduct): CsvColumns {
  const variants = attributes.map(({ kind, attributeValue, measure, productQuantity, ...prices }) => ({
    kind,
    value: attributeValue,
    measure,
    ...storedPrices(prices),
    stock: productQuantity,
  }))
  const columns = columnsOf({
    ...product,
    ...storedPrices(product),
    colors: colors.map((color) => color.toLowerCase()),
    sizes: sizes.map((size) => size.toLowerCase()),
    variants,
    images: [],
    turn: [],
  })
  return { ...columns, isArchived: product.isArchived, variants }
}
