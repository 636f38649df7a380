import { href } from 'react-router'
import { home, product } from './support/addresses.ts'
import { namesFrom } from './support/api.ts'
import { withMedia, withMotion } from './support/chromium.ts'
import { bothWidths, bothWidthsInFull, expect, hydrated, laidOut, onlyInFull, onlyPhone, test } from './support/test.ts'
import { swipe } from './support/touch.ts'

test.use({ ...withMedia, ...withMotion })

test('testimonials go round by arrows', { tag: bothWidthsInFull }, async ({ page, request }) => {
  const answer = await request.get('/api/Testimonials')
  const { data } = (await answer.json()) as { data: { name: string; description: string }[] }
  await page.goto(home)
  await laidOut(page)
  const voices = page.getByRole('region', { name: 'What our customers say' })
  await expect(voices.getByText(`1 / ${data.length}`)).toBeVisible()
  await voices.getByRole('button', { name: 'Next' }).click()
  await expect(voices.getByText(`2 / ${data.length}`)).toBeVisible()
  await expect(voices.getByText(data[1]?.description ?? '')).toBeInViewport()
  await expect(voices.getByText(data[1]?.name ?? '')).toBeInViewport()
  await voices.getByRole('button', { name: 'Previous' }).click()
  await voices.getByRole('button', { name: 'Previous' }).click()
  await expect(voices.getByText(`${data.length} / ${data.length}`)).toBeVisible()
})

test('YOU MAY ALSO LIKE moves through the featured products one card at a time', {
  tag: [bothWidths, onlyInFull],
}, async ({ page, request }) => {
  const names = await namesFrom(request, '/api/product/tags/Featured?pageSize=12')
  await page.goto(href('/alpine-collection'))
  await hydrated(page)
  const carousel = page.getByRole('region', { name: 'YOU MAY ALSO LIKE' })
  const cards = carousel.getByRole('listitem')
  await expect(cards).toHaveCount(names.length)
  for (const [index, name] of names.entries()) await expect(cards.nth(index)).toContainText(name)
  const previous = carousel.getByRole('button', { name: 'Previous products' })
  const next = carousel.getByRole('button', { name: 'Next products' })
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  const left = async (index: number) => Math.round((await cards.nth(index).boundingBox())?.x ?? Number.NaN)
  const start = await left(0)
  await next.click()
  await expect.poll(() => left(1)).toBe(start)
  await previous.click()
  await expect.poll(() => left(0)).toBe(start)
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  // At the end of the row there is nothing further to press.
  for (let step = 1; step < names.length; step++) await next.click({ force: true })
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await expect(cards.last()).toBeInViewport({ ratio: 0.5 })
})

test('reviews show one at a time', { tag: bothWidthsInFull }, async ({ page, request }) => {
  const answer = await request.get('/api/product/smoky-quartz-point')
  const { reviews } = (await answer.json()) as { reviews: { description: string }[] }
  expect(reviews.length).toBeGreaterThan(1)
  await page.goto(product('crystal', 'smoky-quartz-point'))
  await hydrated(page)
  const region = page.getByRole('region', { name: 'Reviews' })
  const [first, second] = reviews.map(({ description }) => region.getByText(`“${description}”`))
  await region.scrollIntoViewIfNeeded()
  await expect(first ?? region).toBeInViewport({ ratio: 0.5 })
  await expect(second ?? region).not.toBeInViewport({ ratio: 0.1 })
  await region.getByRole('button', { name: 'Next review' }).click()
  await expect(second ?? region).toBeInViewport({ ratio: 0.5 })
  await expect(first ?? region).not.toBeInViewport({ ratio: 0.1 })
  await region.getByRole('button', { name: 'Previous review' }).click()
  await expect(first ?? region).toBeInViewport({ ratio: 0.5 })
})

test.describe('with a finger', { tag: onlyPhone }, () => {
  test('testimonials are swiped on and back', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(home)
    await laidOut(page)
    const voices = page.getByRole('region', { name: 'What our customers say' })
    await expect(voices.getByText(/^1 \/ \d/)).toBeVisible()
    await swipe(voices.getByRole('group', { name: /^1 of/ }), -0.7)
    await expect(voices.getByText(/^2 \/ \d/)).toBeVisible()
    await swipe(voices.getByRole('group', { name: /^2 of/ }), 0.7)
    await expect(voices.getByText(/^1 \/ \d/)).toBeVisible()
  })

  test('YOU MAY ALSO LIKE is swiped along, and a swipe opens nothing', async ({ page }) => {
    await page.goto(href('/alpine-collection'))
    await hydrated(page)
    const carousel = page.getByRole('region', { name: 'YOU MAY ALSO LIKE' })
    const previous = carousel.getByRole('button', { name: 'Previous products' })
    await expect(previous).toHaveAttribute('aria-disabled', 'true')
    await swipe(carousel.getByRole('listitem').nth(1), -0.9)
    await expect(previous).toHaveAttribute('aria-disabled', 'false')
    await expect(page).toHaveURL('/alpine-collection')
  })

  test('reviews are swiped', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(product('crystal', 'smoky-quartz-point'))
    await hydrated(page)
    const region = page.getByRole('region', { name: 'Reviews' })
    const [first, second] = [region.getByRole('listitem').first(), region.getByRole('listitem').nth(1)]
    await swipe(first, -0.8)
    await expect(second).toBeInViewport({ ratio: 0.5 })
    await expect(first).not.toBeInViewport({ ratio: 0.1 })
  })
})
