import { randomBytes } from 'node:crypto'
import type { ReviewRecord } from '#modules/catalog/review-schema.ts'
import { enterOffice } from './admin.ts'
import { ask, placeOrder } from './buying.ts'
import { signIn } from './frame-visit.ts'
import { secondPage } from './second-page.ts'
import { expect, test } from './visit.ts'

test('who has received a piece reviews it, the shop reads and answers, and the page shows it', async ({
  page,
  browser,
}) => {
  const words = `As clear as the picture ${randomBytes(3).toString('hex')} <img src=x onerror=alert(1)>`
  const session = await signIn(page)
  const { orderId, orderNumber } = await placeOrder(page.request, session, { slug: 'tumbled-stone-mix', quantity: 1 })
  const desk = await secondPage(browser)
  const owner = await enterOffice(desk)
  const moves = ['Pending', 'Confirmed', 'Shipped', 'Delivered'] as const
  for (const [index, from] of moves.slice(0, -1).entries()) {
    const data = { from, to: moves[index + 1], courier: 'Himal Express' }
    await ask(page.request, owner, `/admin/orders/${orderId}/moves`, { method: 'POST', data })
  }
  await page.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await page.getByRole('button', { name: /^Review / }).click()
  const form = page.getByRole('form', { name: /^Review / })
  await form.getByLabel('How good is it?').selectOption('4')
  await form.getByLabel('Your words').fill(words)
  await form.getByRole('button', { name: 'Send the review' }).click()
  await expect(page.getByText('Thank you. It shows once we have read it.')).toBeVisible()

  await desk.goto('/admin/reviews')
  const review = desk.getByRole('listitem').filter({ hasText: words })
  await review.getByLabel('Your answer, shown below the review').fill('Thank you, Maya.')
  const waiting = await ask<{ rows: ReviewRecord[] }>(page.request, owner, '/admin/reviews')
  const { id, version } = waiting.rows.find(({ description }) => description === words) ?? {}
  const data = { version, state: 'waiting', answer: 'Thanks.' }
  await ask(page.request, owner, `/admin/reviews/${id}`, { method: 'PUT', data })
  await review.getByRole('button', { name: 'Show it', exact: true }).click()
  const merge = review.getByRole('alert').filter({ hasText: 'Somebody has changed this since you opened it' })
  await expect(merge.getByRole('group', { name: 'Your answer' })).toContainText(/Thank you, Maya\..*Thanks\./s)
  await merge.getByRole('button', { name: 'Put them together' }).click()
  await review.getByRole('button', { name: 'Show it', exact: true }).click()
  await expect(review).toHaveCount(0)
  const { rows } = await ask<{ rows: ReviewRecord[] }>(page.request, owner, '/admin/reviews?state=approved')
  expect(rows[0]).toMatchObject({ description: words, rating: 4, answer: 'Thank you, Maya.' })
  await page.goto('/shop/crystal/tumbled-stone-mix')
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('Thank you, Maya.')).toBeVisible()
  await desk.close()
})
