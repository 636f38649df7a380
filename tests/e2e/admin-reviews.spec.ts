import type { ReviewRecord } from '#modules/catalog/moderation-contract.ts'
import { enterAdmin, test } from './support/admin.ts'
import { uniqueSuffix } from './support/admin-products.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { callApi } from './support/api.ts'
import { deliverOrder, placeOrder } from './support/orders.ts'
import { expect } from './support/test.ts'

const pixel = Buffer.from('iVBORw0KGgo=', 'base64')

test('the product page shows a published review and the owner’s reply', async ({ page, browser, customer }) => {
  const reviewText = `As clear as the picture ${uniqueSuffix()} <img src=x onerror=alert(1)>`
  const { orderId, orderNumber } = await placeOrder(page.request, customer, { slug: 'tumbled-stone-mix', quantity: 1 })
  const adminPage = await anotherBrowser(browser)
  const owner = await enterAdmin(adminPage)
  await deliverOrder(page.request, orderId)
  await page.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await page.getByRole('button', { name: /^Review / }).click()
  const form = page.getByRole('form', { name: /^Review / })
  await expect(form.getByText('Tumbled Stone Mix', { exact: true })).toBeVisible()
  const rating = form.getByLabel('Rating')
  await expect(rating.locator('option:checked')).toHaveText('Choose a rating')
  await form.getByLabel('Your review').fill(reviewText)
  await form.getByRole('button', { name: 'Submit review' }).click()
  await expect(form.getByText('Please choose a rating.')).toBeVisible()
  await expect(rating).toBeFocused()
  const pictures = form.getByLabel('Up to three pictures (optional)')
  await pictures.setInputFiles(['near.png', 'far.png'].map((name) => ({ name, mimeType: 'image/png', buffer: pixel })))
  for (const name of ['near.png', 'far.png']) await expect(form.getByText(name, { exact: true })).toBeVisible()
  await pictures.setInputFiles([])
  await expect(form.getByText('No file selected')).toBeVisible()
  await rating.selectOption('4')
  await form.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('We will publish it after we have read it.')).toBeVisible()

  await adminPage.goto('/admin/reviews')
  const review = adminPage.getByRole('listitem').filter({ hasText: reviewText })
  await review.getByLabel('Reply (shown below the review)').fill('Thank you, Maya.')
  const waiting = await callApi<{ rows: ReviewRecord[] }>(page.request, owner, '/admin/reviews')
  const { id, version } = waiting.rows.find(({ description }) => description === reviewText) ?? {}
  const data = { version, status: 'waiting', answer: 'Thanks.' }
  await callApi(page.request, owner, `/admin/reviews/${id}`, { method: 'PUT', data })
  await review.getByRole('button', { name: 'Publish review' }).click()
  const merge = review.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing' })
  await expect(merge.getByRole('group', { name: 'Reply' })).toContainText(/Thank you, Maya\..*Thanks\./s)
  await merge.getByRole('button', { name: 'Merge changes' }).click()
  await review.getByRole('button', { name: 'Publish review' }).click()
  await expect(review).toHaveCount(0)
  const { rows } = await callApi<{ rows: ReviewRecord[] }>(page.request, owner, '/admin/reviews?status=approved')
  expect(rows[0]).toMatchObject({ description: reviewText, rating: 4, answer: 'Thank you, Maya.' })
  await page.goto('/shop/crystal/tumbled-stone-mix')
  await expect(page.getByText(reviewText)).toBeVisible()
  await expect(page.getByText('Thank you, Maya.')).toBeVisible()
  await adminPage.close()
})
