import type { Db } from '#platform/db.server.ts'
import { toWire } from '#shared/money.ts'
import type { CustomerSales } from './admin-contract.ts'
import { readSalesTo } from './customer-repo.server.ts'

export async function readCustomerSales(db: Db, userId: string): Promise<CustomerSales> {
  const { npr, usd, ...counts } = await readSalesTo(db, userId)
  return { ...counts, spent: { npr: toWire(Number(npr)), usd: toWire(Number(usd)) } }
}
