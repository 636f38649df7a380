import type { ReviewRecord } from '#modules/catalog/review-schema.ts'
import { enterAdmin, test } from './support/admin.ts'
import { mark } from './support/admin-products.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { callApi } from './support/api.ts'
import { deliver, placeOrder } from './support/orders.ts'
import { expect } from './support/test.ts'

const pixel = Buffer.from('iVBORw0KGgo=', 'base64')

test('a customer reviews a delivered product, the owner answers, and the page shows both', async ({
  page,
  browser,
  customer,
}) => {
  const words = `As clear as the picture ${mark()} <img src=x onerror=alert(1)>`
  const { orderId, orderNumber } = await placeOrder(page.request, customer, { slug: 'tumbled-stone-mix', quantity: 1 })
  const desk = await anotherBrowser(browser)
  const owner = await enterAdmin(desk)
  await deliver(page.request, orderId)
  await page.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await page.getByRole('button', { name: /^Review / }).click()
  const form = page.getByRole('form', { name: /^Review / })
  await expect(form.getByText('Tumbled Stone Mix', { exact: true })).toBeVisible()
  const rating = form.getByLabel('How good is it?')
  await expect(rating.locator('option:checked')).toHaveText('Choose a rating')
  await form.getByLabel('Your words').fill(words)
  await form.getByRole('button', { name: 'Send the review' }).click()
  await expect(form.getByText('Please choose a rating.')).toBeVisible()
  await expect(rating).toBeFocused()
  const pictures = form.getByLabel('Up to three pictures (optional)')
  await pictures.setInputFiles(['near.png', 'far.png'].map((name) => ({ name, mimeType: 'image/png', buffer: pixel })))
  for (const name of ['near.png', 'far.png']) await expect(form.getByText(name, { exact: true })).toBeVisible()
  await pictures.setInputFiles([])
  await expect(form.getByText('None chosen')).toBeVisible()
  await rating.selectOption('4')
  await form.getByRole('button', { name: 'Send the review' }).click()
  await expect(page.getByText('Thank you. It shows once we have read it.')).toBeVisible()

  await desk.goto('/admin/reviews')
  const review = desk.getByRole('listitem').filter({ hasText: words })
  await review.getByLabel('Your answer, shown below the review').fill('Thank you, Maya.')
  const waiting = await callApi<{ rows: ReviewRecord[] }>(page.request, owner, '/admin/reviews')
  const { id, version } = waiting.rows.find(({ description }) => description === words) ?? {}
  const data = { version, state: 'waiting', answer: 'Thanks.' }
  await callApi(page.request, owner, `/admin/reviews/${id}`, { method: 'PUT', data })
  await review.getByRole('button', { name: 'Show it', exact: true }).click()
  const merge = review.getByRole('alert').filter({ hasText: 'Somebody has changed this since you opened it' })
  await expect(merge.getByRole('group', { name: 'Your answer' })).toContainText(/Thank you, Maya\..*Thanks\./s)
  await merge.getByRole('button', { name: 'Put them together' }).click()
  await review.getByRole('button', { name: 'Show it', exact: true }).click()
  await expect(review).toHaveCount(0)
  const { rows } = await callApi<{ rows: ReviewRecord[] }>(page.request, owner, '/admin/reviews?state=approved')
  expect(rows[0]).toMatchObject({ description: words, rating: 4, answer: 'Thank you, Maya.' })
  await page.goto('/shop/crystal/tumbled-stone-mix')
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('Thank you, Maya.')).toBeVisible()
  await desk.close()
})
