import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { categoryById } from '#shared/categories.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { type ListPage, offsetAndLimit, toListPage } from '#shared/lists.ts'
import { fromWire, toWire } from '#shared/money.ts'
import type { DiscountChange, DiscountListQuery, DiscountRecord, NewDiscount } from './admin-contract.ts'
import { countProducts, findIdByCode, findRecord, insertDiscount, readRecords, updateDiscount } from './repo.server.ts'

type StaffMember = { userId: string; name: string }
type StoredRecord = NonNullable<Awaited<ReturnType<typeof findRecord>>>

const subject = 'discount'
const discountNotFound = () => new ShopError('notFound', 'There is no such discount.')

export async function listDiscounts(db: Db, query: DiscountListQuery): Promise<ListPage<DiscountRecord>> {
  const records = await readRecords(db, { q: query.q, ...offsetAndLimit(query) })
  return toListPage(records.map(recordOnWire), query)
}

export async function readDiscount(db: Db, id: number): Promise<DiscountRecord> {
  const record = await findRecord(db, id)
  if (!record) throw discountNotFound()
  return recordOnWire(record)
}

export function addDiscount(db: Db, actor: StaffMember, discount: NewDiscount): Promise<DiscountRecord> {
  return db.transaction(async (tx) => {
    await refuseUnknownProducts(tx, discount)
    const id = await insertDiscount(tx, columnsOf(discount))
    if (id === undefined) throw codeTaken(discount.code)
    const record = await readDiscount(tx, id)
    await recordChange(tx, actor, { action: 'added', subject, subjectId: record.code, after: auditValues(record) })
    return record
  })
}

export function changeDiscount(
  db: Db,
  actor: StaffMember,
  id: number,
  { version, ...discount }: DiscountChange,
): Promise<DiscountRecord> {
  return db.transaction(async (tx) => {
    const stored = await findRecord(tx, id, { lock: true })
    if (!stored) throw discountNotFound()
    const before = recordOnWire(stored)
    if (before.version !== version) throw editConflict(before)
    const owner = await findIdByCode(tx, discount.code)
    if (owner !== undefined && owner !== id) throw codeTaken(discount.code)
    await refuseUnknownProducts(tx, discount)
    await updateDiscount(tx, id, columnsOf(discount))
    const record = await readDiscount(tx, id)
    await recordChange(tx, actor, {
      action: 'changed',
      subject,
      subjectId: before.code,
      before: auditValues(before),
      after: auditValues(record),
    })
    return record
  })
}

function codeTaken(code: string): ShopError {
  const description = `There is already a discount with the code ${code}.`
  return new ShopError('conflict', description, { details: [{ code: 'Taken', field: 'code', description }] })
}

async function refuseUnknownProducts(tx: Db, { productIds }: NewDiscount): Promise<void> {
  const ids = [...new Set(productIds)]
  if (ids.length === 0 || (await countProducts(tx, ids)) === ids.length) return
  const description = 'One of the products does not exist. Please choose it again.'
  throw new ShopError('invalid', description, { details: [{ code: 'Invalid', field: 'productIds', description }] })
}

const minor = (amount: number | null) => amount && fromWire(amount)
const wire = (amount: number | null) => amount && toWire(amount)
const moment = (text: string | null) => (text === null ? null : new Date(text))

const isoTime = (text: string | null) => moment(text)?.toISOString() ?? null

function columnsOf({ amount, amountInUSD, minimum, minimumInUSD, ...discount }: NewDiscount) {
  return {
    ...discount,
    amountNpr: minor(amount),
    amountUsd: minor(amountInUSD),
    minimumNpr: fromWire(minimum),
    minimumUsd: fromWire(minimumInUSD),
    startsAt: moment(discount.startsAt),
    endsAt: moment(discount.endsAt),
  }
}

function recordOnWire({ amountNpr, amountUsd, minimumNpr, minimumUsd, ...record }: StoredRecord): DiscountRecord {
  return {
    ...record,
    startsAt: isoTime(record.startsAt),
    endsAt: isoTime(record.endsAt),
    amount: wire(amountNpr),
    amountInUSD: wire(amountUsd),
    minimum: toWire(minimumNpr),
    minimumInUSD: toWire(minimumUsd),
  }
}

/** By name, because the audit log is read by people. */
function auditValues({ discountId: _, version: __, state: ___, uses: ____, ...record }: DiscountRecord) {
  const { products, categoryIds, ...values } = record
  return {
    ...values,
    products: products?.map(({ name }) => name) ?? null,
    categories: categoryIds?.map((id) => categoryById(id)?.title ?? String(id)) ?? null,
  }
}
