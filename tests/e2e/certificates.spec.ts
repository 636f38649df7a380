import { parseCode } from '#modules/certificates/code.ts'
import { callApi } from './support/api.ts'
import { expectAccessible, expectAccessibleWhenNarrow } from './support/axe.ts'
import { placeOrder } from './support/orders.ts'
import { product } from './support/paths.ts'
import { bothWidths, expect, test, waitForHydration } from './support/test.ts'

type WithCertificates = { certificates: { code: string }[] }

test('My Orders leads to the certificate of each unit, which is accessible', { tag: bothWidths }, async ({
  page,
  request,
  customer,
}) => {
  const { orderId, orderNumber } = await placeOrder(request, customer, { slug: 'citrine-point', quantity: 2 })
  const order = await callApi<WithCertificates>(request, customer, `/order/${customer.userId}/${orderId}`)
  await page.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  const codes = order.certificates.map(({ code }) => code)
  for (const code of codes) await expect(page.getByRole('link', { name: code })).toBeVisible()
  const link = page.getByRole('link', { name: codes[1] ?? '' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Citrine Point' })).toBeVisible()
  await expect(page).toHaveURL(`/certificate/${codes[1]}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(/Valid.*Sold in \w+ \d{4}/s)
  await expect(main).toContainText('Stone cutters in Patan')
  await expectAccessible(page)
  await expectAccessibleWhenNarrow(page)
})

test('a mistyped code can be corrected by keyboard', { tag: bothWidths }, async ({ page, request, customer }) => {
  const { orderId } = await placeOrder(request, customer, { slug: 'citrine-point' })
  const order = await callApi<WithCertificates>(request, customer, `/order/${customer.userId}/${orderId}`)
  const code = order.certificates[0]?.code ?? ''
  const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
  await page.goto('/certificate')
  await waitForHydration(page)
  await expectAccessible(page)
  const field = page.getByLabel('Code of the certificate')
  await field.fill(wrong.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'We could not find this certificate' })).toBeVisible()
  await expect(field).toHaveAccessibleDescription('There is no certificate with this code.')
  await expect(field).toHaveValue(wrong.toLowerCase())
  await expectAccessible(page)
  await field.fill(code.replaceAll('-', ' ').toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Citrine Point' })).toBeVisible()
  expect(parseCode(new URL(page.url()).pathname.split('/').at(-1) ?? '')).toBe(code)
})

test('a product page leads to what its treatment means', { tag: bothWidths }, async ({ page }) => {
  await page.goto(product('crystal', 'citrine-point'))
  await waitForHydration(page)
  await page.getByRole('link', { name: 'heated', exact: true }).click()
  await expect(page).toHaveURL('/facts#heated')
  await expect(page.getByText('Warmed in an oven')).toBeInViewport()
  await expectAccessible(page)
  await expectAccessibleWhenNarrow(page)
})
