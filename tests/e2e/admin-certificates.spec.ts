import type { APIRequestContext } from '@playwright/test'
import { createSession, register } from './support/accounts.ts'
import { enterAdmin, test } from './support/admin.ts'
import { callApi } from './support/api.ts'
import { expectAccessible, expectAccessibleWhenNarrow } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { placeOrder } from './support/orders.ts'
import { type PrintedPage, print, printedSize, readQrCode } from './support/printed.ts'
import { bothWidths, expect } from './support/test.ts'

test.use(withMedia)

type WithCertificates = { certificates: { code: string }[] }

async function placeWithCodes(request: APIRequestContext, slug: string, quantity: number) {
  const session = await createSession(request, await register(request))
  const { orderId, orderNumber } = await placeOrder(request, session, { slug, quantity })
  const order = await callApi<WithCertificates>(request, session, `/order/${session.userId}/${orderId}`)
  return { orderId, orderNumber, codes: order.certificates.map(({ code }) => code) }
}

/** Two cards side by side and four in a column. A card that is broken across pages has no code that can be read. */
function readCards(page: PrintedPage): string[] {
  const [margin, gap, width, height] = [18, 2.4, 85.6, 54]
  const places = [0, 1, 2, 3].flatMap((row) => [0, 1].map((column) => ({ row, column })))
  return places.flatMap(({ row, column }) => {
    const [left, top] = [margin + column * (width + gap), margin + row * (height + gap)]
    return readQrCode(page, { left, top, width, height }) || []
  })
}

test('the card on a packing slip has a QR code that leads to its certificate', async ({ page, request }) => {
  await enterAdmin(page)
  const { orderId, orderNumber, codes } = await placeWithCodes(request, 'citrine-point', 1)
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('link', { name: 'View packing slip' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Packing slip ${orderNumber}` })).toBeVisible()
  const cards = page.getByRole('list', { name: 'Certificate cards' })
  await expect(cards.getByRole('listitem')).toContainText(codes[0] ?? '')
  await expectAccessible(page)
  const [slip] = await print(page)
  if (!slip) throw new Error('Nothing was printed')
  const url = readQrCode(slip) ?? ''
  expect(new URL(url).pathname).toBe(`/certificate/${codes[0]}`)
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1, name: 'Citrine Point' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Valid')
})

test('a printed card measures 85.6 by 54 mm', async ({ page, request }) => {
  await enterAdmin(page)
  const { orderId } = await placeWithCodes(request, 'citrine-point', 1)
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('link', { name: 'Print certificate cards' }).click()
  await expect(page.getByRole('list', { name: 'Certificate cards' })).toBeVisible()
  const [printed] = await print(page)
  const size = printed && printedSize(printed)
  expect(size?.width).toBeGreaterThan(85.4)
  expect(size?.width).toBeLessThan(85.8)
  expect(size?.height).toBeGreaterThan(53.8)
  expect(size?.height).toBeLessThan(54.2)
})

test('cards of several orders are printed together and never broken across pages', async ({ page, request }) => {
  await enterAdmin(page)
  const orders = [
    await placeWithCodes(request, 'felt-ball-coasters', 7),
    await placeWithCodes(request, 'clear-quartz-point', 4),
  ]
  const query = new URLSearchParams([['paper', 'slips'], ...orders.map(({ orderId }) => ['id', orderId])])
  await page.goto(`/admin/print-orders?${query}`)
  await page.getByRole('link', { name: 'Certificate cards' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate cards' })).toBeAttached()
  await expect(page.getByRole('list', { name: 'Certificate cards' }).getByRole('listitem')).toHaveCount(11)
  await expectAccessible(page)
  await expectAccessibleWhenNarrow(page)
  const printed = await print(page)
  expect(printed).toHaveLength(2)
  const codes = printed.flatMap(readCards).map((url) => new URL(url).pathname.split('/').at(-1))
  expect(codes.toSorted()).toEqual(orders.flatMap((order) => order.codes).toSorted())
})

test('the owner replaces a certificate and takes it back', { tag: bothWidths }, async ({ page, request }) => {
  await enterAdmin(page)
  const { orderId, orderNumber, codes } = await placeWithCodes(request, 'citrine-point', 1)
  const [code = ''] = codes
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('button', { name: `Replace certificate ${code}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Replace this certificate?' })
  await dialog.getByRole('button', { name: 'Replace certificate' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Please enter a reason.')
  await dialog.getByLabel('Reason').fill('The card was lost')
  await dialog.getByRole('button', { name: 'Replace certificate' }).click()
  await expect(page.getByText(`Order ${orderNumber}: certificate replaced`)).toBeVisible()
  await expect(page.getByRole('link', { name: code })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(`Citrine Point: ${code} →`)
  await expectAccessible(page)
  await page.goto(`/certificate/${code}`)
  await expect(page.getByRole('main')).toContainText(/Replaced.*took its place/s)
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('button', { name: 'Take back: Certificate replaced' }).click()
  await page.getByLabel('Reason').fill('The card was found')
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect(page.getByRole('link', { name: code })).toBeVisible()
})
