import type { Page } from '@playwright/test'
import { heading } from '../admin.ts'
import { fetchProduct } from '../api.ts'
import { expect } from '../expect.ts'
import { downloadReport, figure, openOrder, type Sale } from './actions.ts'
import { stone } from './sales.ts'
import { dayAfter, type OwnerDay } from './shop.ts'

export const period = { from: dayAfter(0), to: dayAfter(29) }

/** The days whose cash ledger is compared: when the owner works, and what happens after the first day is closed. */
export const ledgerDays = [0, 1, 7, 14, 21, 29].map(dayAfter)

type Report = Record<string, string>[]

/** What the screens and the exported files show on the last day. */
export type Shown = {
  sales: { orders: string; npr: string; usd: string }
  couriers: string[]
  days: { cashIn: string; cashOut: string }[]
  orders: Record<string, Record<string, string>>
  stock: number
  reports: { orders: Report; lines: Report; cash: Report; sales: Report }
}

export async function readScreens({ page, request }: OwnerDay, sales: Sale[]): Promise<Shown> {
  await page.goto('/admin?days=30')
  const chart = async (title: string) =>
    (await page.getByRole('figure', { name: title }).locator('strong').textContent()) ?? ''
  const shownSales = {
    orders: await chart('Orders'),
    npr: await chart('Revenue (NPR)'),
    usd: await chart('Revenue (USD)'),
  }
  await page.goto('/admin/cash')
  await expect(heading(page, 'Cash')).toBeVisible()
  const withCouriers = page.getByRole('region', { name: 'With couriers' }).getByRole('listitem')
  const shownCouriers = await withCouriers.allTextContents()
  const days = []
  for (const day of ledgerDays) {
    await page.goto(`/admin/cash/ledger/${day}`)
    const text = async (title: string) => (await figure(page, title).textContent()) ?? ''
    days.push({ cashIn: await text('Cash in'), cashOut: await text('Cash out') })
  }
  const orders: Shown['orders'] = {}
  for (const sale of sales) {
    await openOrder(page, sale)
    orders[sale.orderNumber] = await readPayment(page)
  }
  await page.goto('/admin/exports')
  return {
    sales: shownSales,
    couriers: shownCouriers,
    days,
    orders,
    stock: (await fetchProduct(request, stone.slug)).stockQuantity,
    reports: {
      orders: await downloadReport(page, 'Orders', period),
      lines: await downloadReport(page, 'Order lines', period),
      cash: await downloadReport(page, 'Cash ledger', period),
      sales: await downloadReport(page, 'Sales by day and product', period),
    },
  }
}

/** The figures of the panel by their titles. */
async function readPayment(page: Page): Promise<Record<string, string>> {
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Payment', exact: true }) })
  const rows = panel.locator('dl > div')
  const pairs = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  )
  return Object.fromEntries(pairs.filter(([title]) => title !== 'Deposit due'))
}
