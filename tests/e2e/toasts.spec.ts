import type { Page } from '@playwright/test'
import { product, search, shop } from './support/addresses.ts'
import { opener } from './support/overlays.ts'
import { cardOf } from './support/product-cards.ts'
import { bothWidths, bothWidthsInFull, expect, hydrated, onlyInFull, test } from './support/test.ts'
import { type Toast, toastOf } from './support/toasts.ts'

// A clock that was set stays set in its context.
test.use({ ownContext: true })

const shownForMs = 3000

/** From here on time stands still, unless it is told to go on. */
async function visitWithoutTime(page: Page, address: string): Promise<void> {
  await page.clock.install()
  await page.goto(address)
  await hydrated(page)
  await page.clock.pauseAt(Date.now() + 60_000)
}

async function expectLife(page: Page, said: Toast): Promise<void> {
  const toast = toastOf(page, said)
  await page.clock.runFor(shownForMs - 500)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1000)
  await expect(toast).toHaveCount(0)
}

test('a toast stays for three seconds, top right below the header', { tag: bothWidthsInFull }, async ({
  page,
  isMobile,
}) => {
  const said: Toast = ['status', 'Please login to add product to cart']
  await visitWithoutTime(page, search('citrine point'))
  await cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' }).click()
  await expect(toastOf(page, said)).toBeVisible()
  await page.clock.runFor(100)
  const screen = page.viewportSize()?.width ?? 0
  const { height: header = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
  await expect(async () => {
    const { x = 0, y = 0, width = 0 } = (await toastOf(page, said).boundingBox()) ?? {}
    expect(y).toBeGreaterThan(header)
    expect(y - header).toBeLessThan(40)
    expect(screen - x - width).toBeLessThan(40)
    if (isMobile) expect(width).toBeGreaterThan(screen - 60)
  }).toPass()
  await expectLife(page, said)
})

test('a toast stays over a navigation', { tag: [bothWidths, onlyInFull] }, async ({ page }) => {
  const said: Toast = ['alert', 'login to see cart']
  await visitWithoutTime(page, shop)
  await opener(page, 'Shopping bag').click()
  // The toast comes up beneath the mouse, and stays while it is looked at.
  await page.mouse.move(0, 400)
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(toastOf(page, said)).toBeVisible()
  await expectLife(page, said)
})

test('a toast stays under the pointer, and is closed by its button', { tag: onlyInFull }, async ({ page }) => {
  const said: Toast = ['status', 'Please login to save products']
  await visitWithoutTime(page, product('crystal', 'citrine-point'))
  await page.getByRole('main').getByRole('button', { name: 'Save Citrine Point' }).click()
  await toastOf(page, said).hover()
  await page.clock.runFor(4 * shownForMs)
  await expect(toastOf(page, said)).toBeVisible()
  await toastOf(page, said).getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(1000)
  await expect(toastOf(page, said)).toHaveCount(0)
})

test('the same sentence again restarts its toast and shows no second one', async ({ page }) => {
  const said: Toast = ['status', 'Please login to save products']
  await visitWithoutTime(page, product('crystal', 'citrine-point'))
  const press = () => page.getByRole('main').getByRole('button', { name: 'Save Citrine Point' }).click()
  await press()
  await expect(toastOf(page, said)).toBeVisible()
  await page.clock.runFor(shownForMs - 1000)
  await press()
  await page.clock.runFor(100)
  await expect(toastOf(page, said)).toHaveCount(1)
  await page.clock.runFor(shownForMs - 1000)
  await expect(toastOf(page, said)).toBeVisible()
  await page.clock.runFor(2000)
  await expect(toastOf(page, said)).toHaveCount(0)
})
