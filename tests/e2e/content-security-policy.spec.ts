import { home, search, shop } from './support/addresses.ts'
import { withMedia, withMotion } from './support/chromium.ts'
import { expectPicturesInView, watchPolicy } from './support/policy.ts'
import { more, productLink } from './support/product-cards.ts'
import { shopUnderTest } from './support/shop-under-test.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'

test.use({ ...withMedia, ownContext: true, ...withMotion })

test('moving inside the shop asks no other host either', { tag: onlyInFull }, async ({ page }) => {
  const { hosts, violations } = await watchPolicy(page)
  await page.goto(home)
  await hydrated(page)
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await expect(page).toHaveURL(shop)
  await more(page).click()
  await expect(page).toHaveURL(/page=2/)
  await expectPicturesInView(page)
  expect([...hosts]).toEqual([shopUnderTest().url])
  expect(await violations()).toEqual([])
})

const harmful = [
  '</script><script>window.broken = 1</script>',
  '<img src=x onerror="window.broken = 1">',
  '"><svg onload="window.broken = 1">',
  'javascript:window.broken=1\u2028//',
]

test('a search for what would be code stays text', async ({ page }) => {
  const { violations } = await watchPolicy(page)
  for (const text of harmful) {
    await page.goto(search(text))
    await hydrated(page)
    await expect(page.getByRole('main')).toContainText(text.replace('\u2028', ' ').slice(0, 26))
    expect(await page.evaluate(() => 'broken' in window), text).toBe(false)
    expect(await violations(), text).toEqual([])
  }
})

test('a page from the browser’s cache still works under its policy', { tag: onlyInFull }, async ({ page }) => {
  const { violations } = await watchPolicy(page)
  await page.goto(shop)
  await page.reload()
  await hydrated(page)
  const [firstName = ''] = await page.getByRole('main').getByRole('article').getByRole('link').allTextContents()
  await expect(productLink(page, firstName)).toBeVisible()
  expect(await violations()).toEqual([])
})
