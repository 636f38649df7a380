import { register, sessionOf } from './support/accounts.ts'
import { enterAdmin, goTo, heading, test } from './support/admin.ts'
import { mark, picture } from './support/admin-products.ts'
import { placeOrder } from './support/orders.ts'
import { expect, onlyInFull } from './support/test.ts'

/** What an owner does on the first day, from the navigation alone. */
test('the owner adds a product, sells and delivers it, sends a quote, writes a post and reads the figures', {
  tag: onlyInFull,
}, async ({ page, request }) => {
  test.slow()
  const suffix = mark()
  const name = `Dawn Quartz ${suffix}`
  const slug = `dawn-quartz-${suffix}`
  await enterAdmin(page)
  await page.goto('/admin')

  await goTo(page, 'Products')
  await page.getByRole('link', { name: 'New product' }).click()
  await expect(heading(page, 'New product')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Found at first light.')
  await page.getByLabel('Dollars').fill('61')
  await page.getByLabel('Rupees').fill('8100')
  await page.getByLabel('Stock', { exact: true }).fill('600')
  await page.getByLabel(/^Add pictures/).setInputFiles(await picture('dawn.jpg', '#d8d2c8'))
  await page.getByLabel('What picture 1 shows').fill('A pale point')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(heading(page, name)).toBeVisible()

  const session = await sessionOf(request, await register(request))
  const { orderNumber } = await placeOrder(request, session, { slug, quantity: 500 })

  await goTo(page, 'Orders')
  await page.getByRole('link', { name: orderNumber }).click()
  await page.getByRole('button', { name: 'Confirmed by phone' }).click()
  const ship = page.getByRole('form', { name: 'Ship' })
  await ship.getByLabel('Courier').fill('Valley Riders')
  await ship.getByRole('button', { name: 'Shipped' }).click()
  await page.getByRole('button', { name: 'Delivered', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Came back' })).toBeVisible()

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
  await page.getByRole('link', { name: 'Write a quote' }).click()
  await page.getByLabel('Add a piece').fill(name)
  await page.getByRole('list', { name: 'Found pieces' }).getByRole('button', { name }).click()
  await page.getByLabel('Pieces', { exact: true }).fill('30')
  await page.getByLabel('Dollars a piece').fill('55')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByRole('button', { name: 'Send by mail' }).click()
  await expect(page.getByRole('link', { name: 'See as the buyer' })).toBeVisible()

  await goTo(page, 'Blog')
  await page.getByRole('link', { name: 'New post' }).click()
  await expect(heading(page, 'New post')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill(`First light ${suffix}`)
  await page.getByLabel('Words, in Markdown').fill('We went up **early**.')
  await page.getByLabel('State').selectOption('published')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('link', { name: 'See in the shop' })).toBeVisible()
  expect((await request.get(`/blogs/first-light-${suffix}`)).status()).toBe(200)

  await goTo(page, 'Today')
  await expect(heading(page, 'Today')).toBeVisible()
  await expect(page.getByText(name).first()).toBeVisible()
})
