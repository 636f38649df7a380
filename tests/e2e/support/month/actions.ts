import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { heading } from '../admin.ts'
import { expect } from '../expect.ts'
import { expectToast } from '../toasts.ts'

/** What the owner does on the screens. Each action ends when the shop has confirmed it. */

const dialog = (page: Page): Locator => page.getByRole('alertdialog')

export type Sale = { orderId: string; orderNumber: string }

export async function openOrder(page: Page, { orderId, orderNumber }: Sale): Promise<void> {
  await page.goto(`/admin/orders/${orderId}`)
  await expect(heading(page, `Order ${orderNumber}`)).toBeVisible()
}

/** The order that is open. */
export async function shownOrder(page: Page): Promise<Sale> {
  await expect(heading(page, /^Order ALP-/)).toBeVisible()
  const orderNumber = ((await heading(page, /^Order/).textContent()) ?? '').replace('Order ', '')
  return { orderId: new URL(page.url()).pathname.split('/').at(-1) ?? '', orderNumber }
}

async function save(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('button', { name, exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

export async function confirm(page: Page, sale: Sale): Promise<void> {
  await openOrder(page, sale)
  await expectToast(page, ['status', `Order ${sale.orderNumber} marked as confirmed`], () =>
    page.getByRole('button', { name: 'Mark as confirmed' }).click(),
  )
}

export async function ship(page: Page, sale: Sale, courier: string): Promise<void> {
  await openOrder(page, sale)
  const form = page.getByRole('form', { name: 'Shipment' })
  await form.getByLabel('Courier').selectOption(courier)
  await form.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByRole('main')).toContainText(`Shipped with ${courier}`)
}

export async function deliver(page: Page, sale: Sale, collected?: string): Promise<void> {
  await openOrder(page, sale)
  if (collected !== undefined) {
    await page.getByRole('button', { name: 'Collected less?' }).click()
    await page.getByLabel(/^Amount collected/).fill(collected)
  }
  await expectToast(page, ['status', `Order ${sale.orderNumber} marked as delivered`], () =>
    page.getByRole('button', { name: 'Mark as delivered' }).click(),
  )
}

export async function takeBackDelivery(page: Page, sale: Sale, reason: string): Promise<void> {
  await openOrder(page, sale)
  await page.getByRole('button', { name: 'Take back: Delivered' }).click()
  await dialog(page).getByLabel('Reason').fill(reason)
  await save(page, 'Take back')
  await expect(page.getByText(`“${reason}”`)).toBeVisible()
}

type Kind = 'deposit' | 'collected' | 'refunded' | 'written off' | 'courier written off'

export async function recordPayment(
  page: Page,
  sale: Sale,
  { kind, amount, method = 'cash' }: { kind: Kind; amount?: string; method?: 'cash' | 'transfer' },
): Promise<void> {
  await openOrder(page, sale)
  await page.getByRole('button', { name: 'Record payment or refund' }).click()
  await dialog(page).getByLabel('What happened').selectOption(kind)
  if (amount !== undefined)
    await dialog(page)
      .getByLabel(/^Amount/)
      .fill(amount)
  if (method === 'transfer') await dialog(page).getByLabel('Paid by').selectOption('transfer')
  await save(page, 'Save entry')
}

/** One of the first product, or everything; the usual amount is refunded. */
export async function returnProducts(
  page: Page,
  sale: Sale,
  { everything = false, restock = true, method = 'cash' }: { everything?: boolean; restock?: boolean; method?: string },
): Promise<void> {
  await openOrder(page, sale)
  await page.getByRole('button', { name: 'Return products' }).click()
  if (everything) await dialog(page).getByRole('button', { name: 'Everything came back' }).click()
  else
    await dialog(page)
      .getByRole('button', { name: /^Increase quantity of/ })
      .first()
      .click()
  if (!restock)
    await dialog(page)
      .getByRole('checkbox', { name: /^Put back in stock/ })
      .first()
      .uncheck()
  await dialog(page).getByLabel('Reason').fill('Not what I expected')
  await dialog(page).getByLabel('Refunded by').selectOption(method)
  await save(page, 'Return products')
}

export async function refuse(page: Page, sale: Sale): Promise<void> {
  await openOrder(page, sale)
  await page.getByRole('button', { name: 'Mark as refused' }).click()
  await save(page, 'Mark as refused')
}

export async function cancel(page: Page, sale: Sale): Promise<void> {
  await openOrder(page, sale)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await save(page, 'Cancel order')
}

/** The courier hands over the cash of every order. */
export async function receiveCash(page: Page, courier: string): Promise<void> {
  await page.goto('/admin/cash')
  await page.getByRole('region', { name: 'With couriers' }).getByRole('link', { name: courier, exact: true }).click()
  await expect(heading(page, `Cash with ${courier}`)).toBeVisible()
  const all = page.getByRole('button', { name: 'Mark all as received' })
  const one = page.getByRole('checkbox', { name: 'Cash received' })
  await ((await one.count()) > 1 ? all : one).click()
  await expect(page.getByText(`${courier} has handed over the cash of all orders.`)).toBeVisible()
}

export async function closeDay(page: Page): Promise<void> {
  await page.goto('/admin/cash')
  await page.getByRole('link', { name: 'View today’s ledger' }).click()
  await page.getByRole('button', { name: 'Close day' }).click()
  await save(page, 'Close day')
  await expect(page.getByText(/This day never changes\.$/)).toBeVisible()
}

/** The figure below its title. */
export const figure = (within: Page | Locator, title: string): Locator =>
  within.getByText(title, { exact: true }).locator('xpath=following-sibling::dd')

/** Downloads a report of the period and returns its rows. */
export async function downloadReport(
  page: Page,
  title: string,
  { from, to }: { from: string; to: string },
): Promise<Record<string, string>[]> {
  await page.getByLabel('From').fill(from)
  await page.getByLabel('To', { exact: true }).fill(to)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${title}`, exact: true }).click()
  const file = await readFile(await (await download).path())
  return parse(file, { bom: true, columns: true }) as Record<string, string>[]
}
