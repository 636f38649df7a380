import * as z from 'zod/mini'
import { categories, categoryByName } from '#shared/categories.ts'
import { namedObject } from '#shared/endpoint.ts'
import { fromWire, toWire } from '#shared/money.ts'
import { ungrouped } from '#shared/numbers.ts'
import { emptyFact, type Fact, factColumn, productFacts } from './facts.ts'
import { checkPrices } from './price-fields.ts'
import { uncheckedProductSchema } from './product-fields.ts'

const withoutPictures = z.omit(uncheckedProductSchema, { images: true, turn: true, relatedIds: true })

/** The file holds everything except pictures and related products. */
export const csvProductSchema = withoutPictures.check(checkPrices)

export type CsvProduct = z.output<typeof csvProductSchema>
type ProductDraft = Record<string, unknown>

type Column = {
  name: string
  format(product: CsvProduct): string | number | null
  /** Writes the value of the cell into the draft, or returns an error message. */
  parse(cell: string, draft: ProductDraft): string | undefined
}

const amountPattern = /^\d{1,9}(\.\d{1,2})?$/
const amountCell = (amount: number) => toWire(fromWire(amount)).toFixed(2)

const money = (name: string, key: 'price' | 'priceInUSD'): Column => ({
  name,
  format: (product) => amountCell(product[key]),
  parse: (cell, draft) => {
    const amount = ungrouped(cell)
    if (!amountPattern.test(amount)) return 'Enter a price such as 1240.00.'
    draft[key] = Number(amount)
  },
})

const optionalMoney = (name: string, key: 'salePrice' | 'salePriceInUSD'): Column => ({
  name,
  format: (product) => (product[key] === null ? '' : amountCell(product[key])),
  parse: (cell, draft) => {
    const amount = ungrouped(cell)
    if (amount && !amountPattern.test(amount)) return 'Enter a price such as 1240.00, or leave it empty.'
    draft[key] = amount ? Number(amount) : null
  },
})

const day = (name: string, key: 'saleFrom' | 'saleUntil'): Column => ({
  name,
  format: (product) => product[key] ?? '',
  parse: (cell, draft) => {
    if (cell && !/^\d{4}-\d\d-\d\d$/.test(cell)) return 'Enter a day such as 2026-12-01, or leave it empty.'
    draft[key] = cell || null
  },
})

type CsvVariant = CsvProduct['attributes'][number]
type VariantPriceKeys = { price: 'price' | 'salePrice'; priceInUSD: 'priceInUSD' | 'salePriceInUSD' }

/** `Small=5000.00/40.00|Large=9000.00/72.00`: rupees and dollars of the variants that have such a price. */
const variantPricesColumn = (name: string, keys: VariantPriceKeys): Column => ({
  name,
  format: ({ attributes }) =>
    joinList(
      attributes.flatMap((variant) => {
        const [npr, usd] = [variant[keys.price], variant[keys.priceInUSD]]
        return npr === null || usd === null ? [] : `${variant.attributeValue}=${amountCell(npr)}/${amountCell(usd)}`
      }),
    ),
  parse: (cell, draft) => {
    const variants = (draft.attributes ?? []) as CsvVariant[]
    const prices = new Map<string, { npr: number; usd: number }>()
    for (const part of splitList(cell)) {
      const match = variantPricePattern.exec(part)
      if (!match) return 'Use the format Small=5000.00/40.00|Large=9000.00/72.00: rupees, then dollars.'
      const variant = match[1]?.trim() ?? ''
      if (!variants.some(({ attributeValue }) => attributeValue === variant)) return `There is no variant “${variant}”.`
      prices.set(variant, { npr: Number(match[2]), usd: Number(match[3]) })
    }
    draft.attributes = variants.map((variant) => {
      const price = prices.get(variant.attributeValue)
      return { ...variant, [keys.price]: price?.npr ?? null, [keys.priceInUSD]: price?.usd ?? null }
    })
  },
})

const variantPricePattern = /^(.+)=(\d{1,9}(?:\.\d{1,2})?)\/(\d{1,9}(?:\.\d{1,2})?)$/s

const text = (name: string, key: 'slug' | 'name' | 'description' | 'seoTitle' | 'seoDescription'): Column => ({
  name,
  format: (product) => product[key],
  parse: (cell, draft) => {
    draft[key] = cell
    return undefined
  },
})

const list = (name: string, key: 'tags' | 'colors' | 'sizes'): Column => ({
  name,
  format: (product) => joinList(product[key]),
  parse: (cell, draft) => {
    draft[key] = splitList(cell)
    return undefined
  },
})

/** Bars and backslashes inside a value are escaped with a backslash. */
const joinList = (parts: string[]) => parts.map((part) => part.replace(/[\\|]/g, '\\$&')).join('|')

const splitList = (cell: string) =>
  (cell.match(/(?:\\[\\|]|[^|])+/g) ?? []).map((part) => part.replace(/\\([\\|])/g, '$1').trim()).filter(Boolean)

const factCells = {
  text: { pattern: /^/, error: '', read: (cell: string) => cell },
  option: { pattern: /^/, error: '', read: (cell: string) => cell },
  number: { pattern: /^-?\d{1,9}(\.\d{1,2})?$/, error: 'Enter a number without a unit.', read: Number },
  dimensions: {
    pattern: /^\d+(\.\d)?(x\d+(\.\d)?){2}$/i,
    error: 'Use the format 60x40x35.',
    read: (cell: string) => cell.toLowerCase().split('x').map(Number),
  },
}

const factCell = (fact: Fact): Column => ({
  name: factColumn(fact.name),
  format: ({ facts }) => [facts[fact.name]].flat().join('x'),
  parse: (cell, draft) => {
    const { pattern, error, read } = factCells[fact.type]
    const value = fact.type === 'number' ? ungrouped(cell) : cell
    if (value && !pattern.test(value)) return error
    draft.facts = { ...(draft.facts as object), [fact.name]: value ? read(value) : emptyFact(fact) }
  },
})

/** `size:Small (45–60 mm)=3`: the last brackets contain the measure. */
const variantPattern = /^(size|color):(.+?)(?: \(([^()]*)\))?=(\d{1,7})$/s

/** A name that ends in a bracket gets empty brackets, otherwise its own would be parsed as the measure. */
const measureCell = (name: string, measure: string) => (measure || name.endsWith(')') ? ` (${measure})` : '')

export const csvColumns: readonly Column[] = [
  text('slug', 'slug'),
  text('name', 'name'),
  text('description', 'description'),
  {
    name: 'category',
    format: ({ categoryId }) => categories.find(({ id }) => id === categoryId)?.key ?? '',
    parse: (cell, draft) => {
      const category = categoryByName(cell)
      if (!category) return 'The category must be crystal, jewellery or accessory.'
      draft.categoryId = category.id
    },
  },
  money('price_npr', 'price'),
  money('price_usd', 'priceInUSD'),
  optionalMoney('sale_price_npr', 'salePrice'),
  optionalMoney('sale_price_usd', 'salePriceInUSD'),
  day('sale_from', 'saleFrom'),
  day('sale_until', 'saleUntil'),
  {
    name: 'stock',
    format: ({ stock }) => stock,
    parse: (cell, draft) => {
      const stock = ungrouped(cell)
      if (stock && !/^\d{1,7}$/.test(stock)) return 'Enter a whole number.'
      if (stock) draft.stock = Number(stock)
    },
  },
  list('tags', 'tags'),
  list('colors', 'colors'),
  list('sizes', 'sizes'),
  {
    name: 'variants',
    format: ({ attributes }) =>
      joinList(
        attributes.map(
          ({ kind, attributeValue, measure, productQuantity }) =>
            `${kind}:${attributeValue}${measureCell(attributeValue, measure)}=${productQuantity}`,
        ),
      ),
    parse: (cell, draft) => {
      const matches = splitList(cell).map((part) => variantPattern.exec(part))
      if (matches.some((match) => !match)) return 'Use the format size:Small=3|size:Large (60–80 mm)=2.'
      const stored = (draft.attributes ?? []) as CsvVariant[]
      draft.attributes = matches.map((match) => {
        const attributeValue = match?.[2]?.trim()
        return {
          // The prices are in columns of their own.
          ...stored.find((variant) => variant.attributeValue === attributeValue),
          kind: match?.[1],
          attributeValue,
          measure: match?.[3]?.trim() ?? '',
          productQuantity: Number(match?.[4]),
        }
      })
    },
  },
  variantPricesColumn('variant_prices', { price: 'price', priceInUSD: 'priceInUSD' }),
  variantPricesColumn('variant_sale_prices', { price: 'salePrice', priceInUSD: 'salePriceInUSD' }),
  ...productFacts.map(factCell),
  text('seo_title', 'seoTitle'),
  text('seo_description', 'seoDescription'),
  {
    name: 'archived',
    format: ({ isArchived }) => (isArchived ? 'yes' : 'no'),
    parse: (cell, draft) => {
      if (cell && !/^(yes|no)$/i.test(cell)) return 'Enter yes or no.'
      draft.isArchived = cell.toLowerCase() === 'yes'
    },
  },
]

const previewLineSchema = namedObject('ImportPreviewLine', {
  line: z.int(),
  name: z.string(),
  isNew: z.boolean(),
  changes: z.array(
    z.object({
      column: z.string(),
      before: z.string().check(z.meta({ description: 'As in an exported file; empty for a new product' })),
      after: z.string(),
    }),
  ),
})

export type ImportPreviewLine = z.infer<typeof previewLineSchema>

export const importReportSchema = namedObject('ImportReport', {
  lines: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  stockChanged: z.int().check(z.meta({ description: 'The number of changed lines that change the stock' })),
  wrong: z.int(),
  preview: z
    .array(previewLineSchema)
    .check(z.meta({ description: 'The first lines of a dry run that change something, with each changed value' })),
  problems: z.array(z.object({ line: z.int(), column: z.nullable(z.string()), message: z.string() })),
  applied: z.boolean(),
})

export type ImportReport = z.infer<typeof importReportSchema>
