import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { register, sessionOf } from './accounts-people.ts'
import { enterOffice, goTo, heading } from './admin.ts'
import { ask, fillBag, type PlacedOrder, saveAddress } from './buying.ts'
import { expect, test } from './visit.ts'

/** What an owner does on the first day, from the navigation alone. */
test('an owner adds a piece, sells and delivers it, sends a quote, writes a post and reads the figures', async ({
  page,
  request,
}) => {
  test.slow()
  const mark = randomBytes(3).toString('hex')
  const name = `Dawn Quartz ${mark}`
  const slug = `dawn-quartz-${mark}`
  await enterOffice(page)
  await page.goto('/admin')

  await goTo(page, 'Products')
  await page.getByRole('link', { name: 'New product' }).click()
  await expect(heading(page, 'New product')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Found at first light.')
  await page.getByLabel('Dollars').fill('61')
  await page.getByLabel('Rupees').fill('8100')
  await page.getByLabel('Stock', { exact: true }).fill('600')
  const picture = await sharp({ create: { width: 800, height: 1000, channels: 3, background: '#d8d2c8' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel(/^Add pictures/).setInputFiles({ name: 'dawn.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByLabel('What picture 1 shows').fill('A pale point')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(heading(page, name)).toBeVisible()

  const session = await sessionOf(request, await register(request))
  const { shoppingCartId } = await fillBag(request, session, { slug, quantity: 500 })
  const addressId = await saveAddress(request, session)
  const data = { shoppingCartId, addressId, method: 0 }
  const { orderNumber } = await ask<PlacedOrder>(request, session, '/order', { method: 'POST', data })

  await goTo(page, 'Orders')
  await page.getByRole('link', { name: orderNumber }).click()
  await page.getByRole('button', { name: 'Confirmed by phone' }).click()
  const ship = page.getByRole('form', { name: 'Ship' })
  await ship.getByLabel('Courier').fill('Valley Riders')
  await ship.getByRole('button', { name: 'Shipped' }).click()
  await page.getByRole('button', { name: 'Delivered', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Came back' })).toBeVisible()

  const buyer = `Guest house ${mark}`
  await request.post('/api/BulkBuying', {
    data: {
      name: buyer,
      email: `${mark}@mail.example`,
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
  await page.getByLabel('Title', { exact: true }).fill(`First light ${mark}`)
  await page.getByLabel('Words, in Markdown').fill('We went up **early**.')
  await page.getByLabel('State').selectOption('published')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('link', { name: 'See in the shop' })).toBeVisible()
  expect((await request.get(`/blogs/first-light-${mark}`)).status()).toBe(200)

  await goTo(page, 'Today')
  await expect(heading(page, 'Today')).toBeVisible()
  await expect(page.getByText(name).first()).toBeVisible()
})
