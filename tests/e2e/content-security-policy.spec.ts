import { withMedia, withMotion } from './support/chromium.ts'
import { home, search, shop } from './support/paths.ts'
import { expectPicturesInView, watchPolicy } from './support/policy.ts'
import { loadMoreLink, productLink } from './support/product-cards.ts'
import { shopUnderTest } from './support/shop-under-test.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test.use({ ...withMedia, ownContext: true, ...withMotion })

test('client navigation requests no other host', { tag: onlyInFull }, async ({ page }) => {
  const { hosts, violations } = await watchPolicy(page)
  await page.goto(home)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await expect(page).toHaveURL(shop)
  await loadMoreLink(page).click()
  await expect(page).toHaveURL(/page=2/)
  await expectPicturesInView(page)
  expect([...hosts]).toEqual([shopUnderTest().url])
  expect(await violations()).toEqual([])
})

const injections = [
  '</script><script>window.broken = 1</script>',
  '<img src=x onerror="window.broken = 1">',
  '"><svg onload="window.broken = 1">',
  'javascript:window.broken=1\u2028//',
]

test('a search text with code stays text', async ({ page }) => {
  const { violations } = await watchPolicy(page)
  for (const text of injections) {
    await page.goto(search(text))
    await waitForHydration(page)
    await expect(page.getByRole('main')).toContainText(text.replace('\u2028', ' ').slice(0, 26))
    expect(await page.evaluate(() => 'broken' in window), text).toBe(false)
    expect(await violations(), text).toEqual([])
  }
})

test('a page from the browser’s cache still works under its policy', { tag: onlyInFull }, async ({ page }) => {
  const { violations } = await watchPolicy(page)
  await page.goto(shop)
  await page.reload()
  await waitForHydration(page)
  const [firstProductName = ''] = await page.getByRole('main').getByRole('article').getByRole('link').allTextContents()
  await expect(productLink(page, firstProductName)).toBeVisible()
  expect(await violations()).toEqual([])
})
