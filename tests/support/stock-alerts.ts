import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { ProductInput } from '#modules/catalog/product-input.ts'
import { createProduct } from '#modules/catalog/service.server.ts'
import { sendStockAlerts } from '#modules/stock-alerts/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person } from './accounts.ts'
import { product } from './products.ts'
import { allJobsDone, type TestShop } from './shop.ts'

export type Ask = { productId: number; productAttributeId?: number | null; email?: string }

type Email = { subject: string; text: string; html: string; unsubscribeUrl: string | null }

export const tokenIn = (text: string) => /https:\/\/alpine\.test\/stock-alerts\/([0-9a-f]{64})/.exec(text)?.[1] ?? ''

export const twoSizes = {
  variants: [
    { kind: 'size' as const, value: 'Small', stock: 2 },
    { kind: 'size' as const, value: 'Large', stock: 0 },
  ],
}

/** Requests, changes of stock and emails of a shop whose address is https://alpine.test. */
export function alertTools(shop: () => TestShop, owner: () => Person) {
  let productCount = 0

  async function soldOut(change: Partial<ProductInput> = {}, on = shop()): Promise<number> {
    const input = product({ name: `Stone ${++productCount}`, stock: 0, ...change })
    return on.db.transaction((tx) => createProduct(tx, input))
  }

  const ask = (body: Ask, caller?: Person, on = shop()) => on.json('/api/stock-alerts', as(caller, 'POST', body))

  const alertsOf = async (who: Person) => (await shop().json(`/api/stock-alerts/${who.userId}`, as(who))).body.alerts

  async function correct(productId: number, from: number, to: number, variantId: number | null = null) {
    const body = { variantId, stock: to, stockRead: from, reason: 'Counted' }
    expect((await shop().json(`/api/admin/products/${productId}/stock`, as(owner(), 'POST', body))).status).toBe(200)
  }

  const storedEmailsTo = (email: string, on = shop()) =>
    readRows<Email>(
      on.db,
      sql`select subject, text, html, unsubscribe_url as "unsubscribeUrl" from emails
          where to_address = ${email} and html <> '' order by id`,
    )

  /** Waits until so many emails to the address are written. */
  const emailsTo = (email: string, count = 1) =>
    vi.waitFor(
      async () => {
        const found = await storedEmailsTo(email)
        expect(found).toHaveLength(count)
        return found
      },
      { timeout: 30_000, interval: 50 },
    )

  /** After everything that is under way. */
  async function settledEmailsTo(email: string, on = shop()): Promise<string[]> {
    await sendStockAlerts(on)
    await allJobsDone(on)
    return (await storedEmailsTo(email, on)).map(({ subject }) => subject)
  }

  const link = <P extends string>(token: string, action: P, method = 'POST') =>
    shop().fetch(`/api/stock-alert-links/${token}${action}`, { method })

  async function confirmedVisitor(email: string, productId: number, productAttributeId: number | null = null) {
    const before = (await storedEmailsTo(email)).length
    expect((await ask({ productId, productAttributeId, email })).status).toBe(201)
    const token = tokenIn((await emailsTo(email, before + 1)).at(-1)?.text ?? '')
    expect((await link(token, '/confirm')).status).toBe(204)
    return token
  }

  async function variantsOf(productId: number) {
    const rows = await readRows<{ id: number; value: string }>(
      shop().db,
      sql`select id, value from product_variants where product_id = ${productId}`,
    )
    return Object.fromEntries(rows.map(({ id, value }) => [value, id])) as Record<string, number>
  }

  const rowsOf = (email: string) =>
    readRows<{ id: string }>(shop().db, sql`select id from stock_alerts where lower(email) = ${email}`)

  return {
    soldOut,
    ask,
    alertsOf,
    correct,
    storedEmailsTo,
    emailsTo,
    settledEmailsTo,
    link,
    confirmedVisitor,
    variantsOf,
    rowsOf,
  }
}
