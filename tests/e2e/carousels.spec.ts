import { href } from 'react-router'
import { fetchProductNames } from './support/api.ts'
import { withMedia, withMotion } from './support/chromium.ts'
import { home, product } from './support/paths.ts'
import { bothWidths, bothWidthsInFull, expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'
import { swipe } from './support/touch.ts'

test.use({ ...withMedia, ...withMotion })

test('arrows move the testimonials in a loop', { tag: bothWidthsInFull }, async ({ page, request }) => {
  const response = await request.get('/api/Testimonials')
  const { data } = (await response.json()) as { data: { name: string; description: string }[] }
  await page.goto(home)
  await waitForHydration(page)
  const testimonials = page.getByRole('region', { name: 'What our customers say' })
  await expect(testimonials.getByText(`1 / ${data.length}`)).toBeVisible()
  await testimonials.getByRole('button', { name: 'Next' }).click()
  await expect(testimonials.getByText(`2 / ${data.length}`)).toBeVisible()
  await expect(testimonials.getByText(data[1]?.description ?? '')).toBeInViewport()
  await expect(testimonials.getByText(data[1]?.name ?? '')).toBeInViewport()
  await testimonials.getByRole('button', { name: 'Previous' }).click()
  await testimonials.getByRole('button', { name: 'Previous' }).click()
  await expect(testimonials.getByText(`${data.length} / ${data.length}`)).toBeVisible()
})

test('YOU MAY ALSO LIKE moves through the featured products one card at a time', {
  tag: [bothWidths, onlyInFull],
}, async ({ page, request }) => {
  const names = await fetchProductNames(request, '/api/product/tags/Featured?pageSize=12')
  await page.goto(href('/alpine-collection'))
  await waitForHydration(page)
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
  // At the end of the row the button is disabled.
  for (let step = 1; step < names.length; step++) await next.click({ force: true })
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await expect(cards.last()).toBeInViewport({ ratio: 0.5 })
})

test('reviews show one at a time', { tag: bothWidthsInFull }, async ({ page, request }) => {
  const response = await request.get('/api/product/smoky-quartz-point')
  const { reviews } = (await response.json()) as { reviews: { description: string }[] }
  expect(reviews.length).toBeGreaterThan(1)
  await page.goto(product('crystal', 'smoky-quartz-point'))
  await waitForHydration(page)
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

test.describe('by touch', { tag: onlyPhone }, () => {
  test('swiping moves the testimonials forward and back', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(home)
    await waitForHydration(page)
    const testimonials = page.getByRole('region', { name: 'What our customers say' })
    await expect(testimonials.getByText(/^1 \/ \d/)).toBeVisible()
    await swipe(testimonials.getByRole('group', { name: /^1 of/ }), -0.7)
    await expect(testimonials.getByText(/^2 \/ \d/)).toBeVisible()
    await swipe(testimonials.getByRole('group', { name: /^2 of/ }), 0.7)
    await expect(testimonials.getByText(/^1 \/ \d/)).toBeVisible()
  })

  test('swiping moves YOU MAY ALSO LIKE and does not open a product', async ({ page }) => {
    await page.goto(href('/alpine-collection'))
    await waitForHydration(page)
    const carousel = page.getByRole('region', { name: 'YOU MAY ALSO LIKE' })
    const previous = carousel.getByRole('button', { name: 'Previous products' })
    await expect(previous).toHaveAttribute('aria-disabled', 'true')
    await swipe(carousel.getByRole('listitem').nth(1), -0.9)
    await expect(previous).toHaveAttribute('aria-disabled', 'false')
    await expect(page).toHaveURL('/alpine-collection')
  })

  test('swiping moves the reviews', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(product('crystal', 'smoky-quartz-point'))
    await waitForHydration(page)
    const region = page.getByRole('region', { name: 'Reviews' })
    const [first, second] = [region.getByRole('listitem').first(), region.getByRole('listitem').nth(1)]
    await swipe(first, -0.8)
    await expect(second).toBeInViewport({ ratio: 0.5 })
    await expect(first).not.toBeInViewport({ ratio: 0.1 })
  })
})
