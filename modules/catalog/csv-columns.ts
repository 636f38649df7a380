import * as z from 'zod/mini'
import { categories, categoryByName } from '#shared/categories.ts'
import { namedObject } from '#shared/endpoint.ts'
import { fromWire, toWire } from '#shared/money.ts'
import { newProductSchema } from './admin-contract.ts'
import { emptyFact, type Fact, factColumn, productFacts } from './facts.ts'

/** The file holds everything except pictures and related products. */
export const csvProductSchema = z.omit(newProductSchema, { images: true, relatedIds: true })

export type CsvProduct = z.output<typeof csvProductSchema>
type ProductDraft = Record<string, unknown>

type Column = {
  name: string
  format(product: CsvProduct): string | number | null
  /** Writes the value of the cell into the draft, or returns an error message. */
  parse(cell: string, draft: ProductDraft): string | undefined
}

const money = (name: string, key: 'price' | 'priceInUSD'): Column => ({
  name,
  format: (product) => toWire(fromWire(product[key])).toFixed(2),
  parse: (cell, draft) => {
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(cell)) return 'Enter a price such as 1240.00.'
    draft[key] = Number(cell)
  },
})

const text = (name: string, key: 'slug' | 'name' | 'description'): Column => ({
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
    if (cell && !pattern.test(cell)) return error
    draft.facts = { ...(draft.facts as object), [fact.name]: cell ? read(cell) : emptyFact(fact) }
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
  {
    name: 'stock',
    format: ({ stock }) => stock,
    parse: (cell, draft) => {
      if (cell && !/^\d{1,7}$/.test(cell)) return 'Enter a whole number.'
      if (cell) draft.stock = Number(cell)
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
      draft.attributes = matches.map((match) => ({
        kind: match?.[1],
        attributeValue: match?.[2]?.trim(),
        measure: match?.[3]?.trim() ?? '',
        productQuantity: Number(match?.[4]),
      }))
    },
  },
  ...productFacts.map(factCell),
  {
    name: 'archived',
    format: ({ isArchived }) => (isArchived ? 'yes' : 'no'),
    parse: (cell, draft) => {
      if (cell && !/^(yes|no)$/i.test(cell)) return 'Enter yes or no.'
      draft.isArchived = cell.toLowerCase() === 'yes'
    },
  },
]

export const importReportSchema = namedObject('ImportReport', {
  lines: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  stockChanged: z.int().check(z.meta({ description: 'The number of changed lines that change the stock' })),
  wrong: z.int(),
  problems: z.array(z.object({ line: z.int(), column: z.nullable(z.string()), message: z.string() })),
  applied: z.boolean(),
})

export type ImportReport = z.infer<typeof importReportSchema>
