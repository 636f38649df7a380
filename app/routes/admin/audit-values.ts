import { unitNames } from '#app/features/admin/quote-names.ts'
import { relativeTime } from '#app/features/order/order.ts'
import { longDate } from '#app/lib/dates.ts'
import { categories } from '#shared/categories.ts'
import { formatMoney, fromWire, toWire } from '#shared/money.ts'

const fieldNames: Record<string, string> = {
  state: 'status',
  attributes: 'variants',
  attributeValue: 'variant',
  productQuantity: 'stock',
  price: 'price (NPR)',
  priceInUSD: 'price (USD)',
  salePrice: 'sale price (NPR)',
  salePriceInUSD: 'sale price (USD)',
  measure: 'measurement',
  slug: 'URL',
  seoTitle: 'headline in search results',
  seoDescription: 'summary in search results',
  isArchived: 'archived',
  shippingFee: 'shipping fee (NPR)',
  shippingFeeInUSD: 'shipping fee (USD)',
  freeShippingAbove: 'free shipping above (NPR)',
  freeShippingAboveInUSD: 'free shipping above (USD)',
  amountInUSD: 'amount (USD)',
  minimum: 'minimum subtotal (NPR)',
  minimumInUSD: 'minimum subtotal (USD)',
  maxUses: 'uses in all',
  maxUsesPerCustomer: 'uses per customer',
  startsAt: 'starts',
  endsAt: 'ends',
  isActive: 'active',
  emailSender: 'email sender',
  webhookUrl: 'webhook URL',
  emailNewOrders: 'email for each new order',
  emailNewEnquiries: 'email for each new enquiry',
  emailLowStock: 'email about low stock',
  csvLine: 'line of the file',
  categoryId: 'category',
  rows: 'entries',
  pictureId: 'picture',
  largePictureId: 'picture for large screens',
  smallPictureId: 'picture for phones',
}

/** `lowStock` becomes `low stock`. */
export function fieldName(name: string): string {
  const text = name.replace(/[A-Z]+/g, (capitals) => ` ${capitals.toLowerCase()}`)
  return fieldNames[name] ?? text.replace(/\b(npr|usd)$/, (currency) => currency.toUpperCase())
}

const statusNames = { waiting: 'pending', approved: 'published', refused: 'hidden', answered: 'replied' }

/** Stored values whose text on screen differs. Older entries store a status as `state`. */
const valueNames: Record<string, Record<string, string>> = {
  role: { Staff: 'Manager', Admin: 'Owner' },
  unit: Object.fromEntries(unitNames),
  status: statusNames,
  state: statusNames,
  categoryId: Object.fromEntries(categories.map(({ id, title }) => [id, title])),
}

/** Fields that end in `npr` or `usd` hold minor units, and those of the API decimal amounts. */
function moneyText(name: string, value: number, owner: object): string | undefined {
  // Amounts of an order are in its own currency, which the entry does not hold.
  if (name === 'returnedAmount' || (name === 'amount' && 'method' in owner)) return formatAmount(value)
  if (/npr$/i.test(name)) return formatMoney(value, 'NPR')
  if (/InUSD$/.test(name)) return formatMoney(fromWire(value), 'USD')
  if (/usd$/i.test(name)) return formatMoney(value, 'USD')
  return rupeeFields.includes(name) ? formatMoney(fromWire(value), 'NPR') : undefined
}

const formatAmount = (minor: number) => toWire(minor).toLocaleString('en', { maximumFractionDigits: 2 })
const rupeeFields = ['price', 'salePrice', 'shippingFee', 'freeShippingAbove', 'minimum', 'amount']

type Values = Record<string, unknown> | null
export type FieldChange = { name: string; before: string | undefined; after: string | undefined }

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Each changed field as text. Of a list of objects, only the entries that differ; of a new record, no empty fields. */
export function fieldChanges(before: Values, after: Values): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const shown = names.filter((name) => before || !isEmpty(after?.[name]))
  return shown.map((name) => {
    const [old, now] = [before?.[name], after?.[name]]
    const text = (values: Values, value: unknown, other: unknown) =>
      values && name in values ? formatValue(name, differing(value, other), values) : undefined
    return { name, before: text(before, old, now), after: text(after, now, old) }
  })
}

function differing(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other) || !value.some((item) => typeof item === 'object')) return value
  const others = other.map((item) => JSON.stringify(item))
  return value.filter((item) => !others.includes(JSON.stringify(item)))
}

/** `owner` is the object that has the value. */
function formatValue(name: string, value: unknown, owner: object): string {
  if (value === null || isEmpty(value)) return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return moneyText(name, value, owner) ?? valueNames[name]?.[value] ?? String(value)
  if (Array.isArray(value)) return name === 'turn' ? `${value.length} pictures` : formatList(name, value)
  if (typeof value === 'object') return formatObject(value)
  const text = valueNames[name]?.[String(value)] ?? String(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return relativeTime(text, new Date())
  return /^\d{4}-\d\d-\d\d$/.test(text) ? longDate(text) : text
}

function formatList(name: string, list: unknown[]): string {
  const hasObjects = list.some((item) => typeof item === 'object')
  return list.map((item) => formatValue(name, item, {})).join(hasObjects ? '; ' : ', ')
}

function formatObject(value: object): string {
  if ('productName' in value && 'quantity' in value) return formatLine(value as Line)
  if ('attributeValue' in value) return formatVariant(value as Variant)
  const nonEmpty = Object.entries(value).filter(([, item]) => !isEmpty(item))
  return nonEmpty.map(([key, item]) => `${fieldName(key)} ${formatValue(key, item, value)}`).join(', ')
}

type Line = { productName: string; quantity: number; variantValue?: string | null; restock?: boolean; tiers?: unknown }

/** A line of an order or of a quote, without its ids. */
function formatLine({ productName, quantity, variantValue, restock, tiers }: Line): string {
  const variant = variantValue ? ` (${variantValue})` : ''
  const stock = restock === false ? ', not back to stock' : ''
  return `${quantity} × ${productName}${variant}${stock}${tiers ? `, ${formatValue('tiers', tiers, {})}` : ''}`
}

type Variant = Record<'attributeValue' | 'measure' | 'productQuantity', unknown> &
  Partial<Record<'price' | 'priceInUSD' | 'salePrice' | 'salePriceInUSD', unknown>>

/** Without its ids. */
function formatVariant({ attributeValue, measure, productQuantity, ...variant }: Variant): string {
  const { price, priceInUSD, salePrice, salePriceInUSD } = variant
  return `${attributeValue}: ${formatObject({ measure, productQuantity, price, priceInUSD, salePrice, salePriceInUSD })}`
}
