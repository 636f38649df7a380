import { csvLine } from '#shared/csv.ts'
import { fromWire, toWire } from '#shared/money.ts'
import { type CsvProduct, csvColumns } from './csv-columns.ts'
import type { CsvColumns, CsvStored } from './csv-repo.server.ts'
import { columnsOf } from './service.server.ts'

export function lineOf(product: CsvProduct): string {
  return csvLine(csvColumns.map(({ show }) => show(product)))
}

export function asSaid({ priceNpr, priceUsd, attributes, colors, sizes, ...stored }: CsvStored): CsvProduct {
  const ofChoices = new Set(attributes.map(({ value }) => value.toLowerCase()))
  return {
    ...stored,
    categoryId: stored.categoryId as CsvProduct['categoryId'],
    price: toWire(priceNpr),
    priceInUSD: toWire(priceUsd),
    colors: colors.filter((color) => !ofChoices.has(color)),
    sizes: sizes.filter((size) => !ofChoices.has(size)),
    attributes: attributes.map(({ kind, value, measure, stock }) => ({
      kind,
      attributeValue: value,
      measure,
      productQuantity: stock,
    })),
  }
}

const wireNames: Record<string, string> = {
  price: 'price_npr',
  priceInUSD: 'price_usd',
  categoryId: 'category',
  attributes: 'choices',
  tradeName: 'trade_name',
  originDistrict: 'origin_district',
  originPlace: 'origin_place',
  altitudeM: 'altitude_m',
  weightG: 'weight_g',
  sizeMm: 'size_mm',
}

export function columnOf(way: PropertyKey[] | undefined): string | null {
  const name = String((way?.[0] === 'facts' ? way[1] : way?.[0]) ?? '')
  return wireNames[name] ?? (name || null)
}

/** Where a piece comes in choices, its stock is their sum, whatever the file says. */
export function withStock(product: CsvProduct): CsvProduct {
  const { attributes } = product
  if (attributes.length === 0) return product
  return { ...product, stock: attributes.reduce((sum, { productQuantity }) => sum + productQuantity, 0) }
}

/** All that search reads; colours come from choices too. */
export function textOf({ name, description, tags, categoryId, facts, colors, attributes }: CsvProduct): string {
  return JSON.stringify([
    name,
    description,
    tags,
    categoryId,
    facts,
    colors,
    attributes.map((one) => one.attributeValue),
  ])
}

/** How many there are, in all and of each choice. */
export function piecesOf({ stock, attributes }: CsvProduct): string {
  const choices = attributes.map(({ attributeValue, productQuantity }) => `${attributeValue}=${productQuantity}`)
  return JSON.stringify([stock, choices.sort()])
}

export function inColumns({ price, priceInUSD, attributes, colors, sizes, ...product }: CsvProduct): CsvColumns {
  const choices = attributes.map(({ kind, attributeValue, measure, productQuantity }) => ({
    kind,
    value: attributeValue,
    measure,
    stock: productQuantity,
  }))
  const columns = columnsOf({
    ...product,
    priceNpr: fromWire(price),
    priceUsd: fromWire(priceInUSD),
    colors: colors.map((color) => color.toLowerCase()),
    sizes: sizes.map((size) => size.toLowerCase()),
    attributes: choices,
    images: [],
  })
  return { ...columns, isArchived: product.isArchived, attributes: choices }
}
