import { z } from 'zod'
import { categories, categoryByName } from '#shared/categories.ts'
import { toWire } from '#shared/money.ts'
import { newProductSchema } from './admin-schema.ts'

/** What a line of the file can say of a product: all but its pictures and what it is related to. */
export const csvProductSchema = newProductSchema.omit({ images: true, relatedIds: true })

export type CsvProduct = z.output<typeof csvProductSchema>
type Said = Record<string, unknown>

type Column = {
  name: string
  show(product: CsvProduct): string | number | null
  /** What the cell means, laid over what was known; a sentence where it means nothing. */
  read(cell: string, said: Said): string | undefined
}

const money = (name: string, key: 'price' | 'priceInUSD'): Column => ({
  name,
  show: (product) => toWire(Math.round(product[key] * 100)).toFixed(2),
  read: (cell, said) => {
    if (!/^\d{1,9}(\.\d{1,2})?$/.test(cell)) return 'Please write a price such as 1240.00.'
    said[key] = Number(cell)
  },
})

const text = (name: string, key: 'slug' | 'name' | 'description'): Column => ({
  name,
  show: (product) => product[key],
  read: (cell, said) => {
    said[key] = cell
    return undefined
  },
})

const list = (name: string, key: 'tags' | 'colors' | 'sizes'): Column => ({
  name,
  show: (product) => joined(product[key]),
  read: (cell, said) => {
    said[key] = partsOf(cell)
    return undefined
  },
})

/** A bar inside a word has a backslash before it, and so has a backslash. */
const joined = (parts: string[]) => parts.map((part) => part.replace(/[\\|]/g, '\\$&')).join('|')

const partsOf = (cell: string) =>
  (cell.match(/(?:\\[\\|]|[^|])+/g) ?? []).map((part) => part.replace(/\\([\\|])/g, '$1').trim()).filter(Boolean)

type FactKey = keyof CsvProduct['facts']

const setFact = (said: Said, key: FactKey, value: unknown): undefined => {
  said.facts = { ...(said.facts as object), [key]: value }
}

const fact = (name: string, key: 'mineral' | 'tradeName' | 'originDistrict' | 'originPlace' | 'treatment'): Column => ({
  name,
  show: ({ facts }) => facts[key],
  read: (cell, said) => setFact(said, key, cell || (key === 'treatment' ? 'none' : null)),
})

const measure = (name: string, key: 'altitudeM' | 'weightG'): Column => ({
  name,
  show: ({ facts }) => facts[key],
  read: (cell, said) => {
    if (cell && !/^-?\d{1,9}(\.\d{1,2})?$/.test(cell)) return 'Please write a plain number.'
    setFact(said, key, cell ? Number(cell) : null)
  },
})

/** `size:Small (45–60 mm)=3`: the last brackets hold the measure. */
const choicePattern = /^(size|color):(.+?)(?: \(([^()]*)\))?=(\d{1,7})$/s

/** A name that ends in a bracket gets empty ones, or its own would be read as the measure. */
const measureCell = (name: string, measure: string) => (measure || name.endsWith(')') ? ` (${measure})` : '')

export const csvColumns: readonly Column[] = [
  text('slug', 'slug'),
  text('name', 'name'),
  text('description', 'description'),
  {
    name: 'category',
    show: ({ categoryId }) => categories.find(({ id }) => id === categoryId)?.key ?? '',
    read: (cell, said) => {
      const category = categoryByName(cell)
      if (!category) return 'The category is crystal, jewellery or accessory.'
      said.categoryId = category.id
    },
  },
  money('price_npr', 'price'),
  money('price_usd', 'priceInUSD'),
  {
    name: 'stock',
    show: ({ stock }) => stock,
    read: (cell, said) => {
      if (cell && !/^\d{1,7}$/.test(cell)) return 'Please write a whole number of pieces.'
      if (cell) said.stock = Number(cell)
    },
  },
  list('tags', 'tags'),
  list('colors', 'colors'),
  list('sizes', 'sizes'),
  {
    name: 'choices',
    show: ({ attributes }) =>
      joined(
        attributes.map(
          ({ kind, attributeValue, measure, productQuantity }) =>
            `${kind}:${attributeValue}${measureCell(attributeValue, measure)}=${productQuantity}`,
        ),
      ),
    read: (cell, said) => {
      const found = partsOf(cell).map((part) => choicePattern.exec(part))
      if (found.some((match) => !match)) return 'Please write choices as size:Small=3|size:Large (60–80 mm)=2.'
      said.attributes = found.map((match) => ({
        kind: match?.[1],
        attributeValue: match?.[2]?.trim(),
        measure: match?.[3]?.trim() ?? '',
        productQuantity: Number(match?.[4]),
      }))
    },
  },
  fact('mineral', 'mineral'),
  fact('trade_name', 'tradeName'),
  fact('origin_district', 'originDistrict'),
  fact('origin_place', 'originPlace'),
  measure('altitude_m', 'altitudeM'),
  measure('weight_g', 'weightG'),
  {
    name: 'size_mm',
    show: ({ facts }) => facts.sizeMm?.join('x') ?? '',
    read: (cell, said) => {
      if (cell && !/^\d+(\.\d)?(x\d+(\.\d)?){2}$/i.test(cell)) return 'Please write sizes as 60x40x35.'
      setFact(said, 'sizeMm', cell ? cell.toLowerCase().split('x').map(Number) : null)
    },
  },
  fact('treatment', 'treatment'),
  {
    name: 'archived',
    show: ({ isArchived }) => (isArchived ? 'yes' : 'no'),
    read: (cell, said) => {
      if (cell && !/^(yes|no)$/i.test(cell)) return 'Please write yes or no.'
      said.isArchived = cell.toLowerCase() === 'yes'
    },
  },
]

export const importReportSchema = z
  .object({
    lines: z.int(),
    added: z.int(),
    changed: z.int(),
    same: z.int(),
    stockChanged: z.int().meta({ description: 'Of the lines that change something, those that change the stock' }),
    wrong: z.int(),
    problems: z.array(z.object({ line: z.int(), column: z.string().nullable(), message: z.string() })),
    applied: z.boolean(),
  })
  .meta({ id: 'ImportReport' })

export type ImportReport = z.infer<typeof importReportSchema>
