import { createSession, register } from './support/accounts.ts'
import { enterAdmin, goTo, heading, test } from './support/admin.ts'
import { picture, uniqueSuffix } from './support/admin-products.ts'
import { placeOrder } from './support/orders.ts'
import { expect, onlyInFull } from './support/test.ts'

/** Starts every step from the navigation. */
test('the owner adds a product, delivers an order, sends a quote, publishes a post and sees the sales', {
  tag: onlyInFull,
}, async ({ page, request }) => {
  test.slow()
  const suffix = uniqueSuffix()
  const name = `Dawn Quartz ${suffix}`
  const slug = `dawn-quartz-${suffix}`
  await enterAdmin(page)
  await page.goto('/admin')

  await goTo(page, 'Products')
  await page.getByRole('link', { name: 'Add product' }).click()
  await expect(heading(page, 'Add product')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Found at first light.')
  await page.getByLabel('Price (USD)', { exact: true }).fill('61')
  await page.getByLabel('Price (NPR)', { exact: true }).fill('8100')
  await page.getByLabel('Stock', { exact: true }).fill('600')
  await page.getByLabel(/^Add pictures/).setInputFiles(await picture('dawn.jpg', '#d8d2c8'))
  await page.getByLabel('Alt text of picture 1').fill('A pale point')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(heading(page, name)).toBeVisible()

  const session = await createSession(request, await register(request))
  const { orderNumber } = await placeOrder(request, session, { slug, quantity: 500 })

  await goTo(page, 'Orders')
  await page.getByRole('link', { name: orderNumber }).click()
  await page.getByRole('button', { name: 'Mark as confirmed' }).click()
  const ship = page.getByRole('form', { name: 'Shipment' })
  await ship.getByLabel('Courier').selectOption('Valley Riders')
  await ship.getByRole('button', { name: 'Mark as shipped' }).click()
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByRole('button', { name: 'Return products' })).toBeVisible()

  const buyer = `Guest house ${suffix}`
  await request.post('/api/BulkBuying', {
    data: {
      name: buyer,
      email: `${suffix}@mail.example`,
      phoneNumber: '9801234567',
      message: 'Thirty of the dawn quartz?',
    },
  })
  await goTo(page, 'Enquiries')
  await page.getByRole('link', { name: buyer }).click()
  await page.getByRole('link', { name: 'Create quote' }).click()
  await page.getByLabel('Add product').fill(name)
  await page.getByRole('listbox', { name: 'Matching products' }).getByRole('option', { name }).click()
  await page.getByLabel('Quantity', { exact: true }).fill('30')
  await page.getByLabel('USD per item').fill('55')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Send quote' }).click()
  await expect(page.getByRole('link', { name: 'View as customer' })).toBeVisible()

  await goTo(page, 'Blog')
  await page.getByRole('link', { name: 'Create post' }).click()
  await expect(heading(page, 'Create post')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill(`First light ${suffix}`)
  await page.getByLabel('Text (Markdown)').fill('We went up **early**.')
  await page.getByLabel('Status').selectOption('published')
  await page.getByRole('button', { name: 'Publish post' }).click()
  await expect(page.getByRole('link', { name: 'View in shop' })).toBeVisible()
  expect((await request.get(`/blogs/first-light-${suffix}`)).status()).toBe(200)

  await goTo(page, 'Today')
  await expect(heading(page, 'Today')).toBeVisible()
  await expect(page.getByText(name).first()).toBeVisible()
})
