import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { bothWidthsInFull, expect, onlyInFull, test, waitForHydration } from './support/test.ts'

const main = (page: Page) => page.getByRole('main')

test.describe('the tabs', () => {
  test.use({ expectedFailures: ['/api/userdetails'] })

  test('follow the URL, and change it', { tag: bothWidthsInFull }, async ({ page }) => {
    await signIn(page)
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
    for (const [label, key] of [
      ['Account Settings', 'AccountSettings'],
      ['Saved Items', 'SavedItems'],
      ['Address', 'AddressSettings'],
      ['My Orders', 'MyOrders'],
    ] as const) {
      const link = page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: label })
      await link.click()
      await expect(page).toHaveURL(`/profile?tab=${key}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(label)
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(link).toBeInViewport({ ratio: 1 })
    }
    await page.goto('/profile?tab=Nowhere')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
  })

  test('show their empty states', { tag: onlyInFull }, async ({ page }) => {
    await signIn(page)
    await page.goto('/profile?tab=SavedItems')
    await expect(main(page).getByText('You have not saved anything yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'YOU MAY ALSO LIKE' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'YOU MAY ALSO LIKE' }).getByRole('link')).toHaveCount(4)
    await page.goto('/profile?tab=MyOrders')
    await expect(main(page).getByText('You have not ordered anything yet.')).toBeVisible()
    await page.goto('/profile?tab=AddressSettings')
    await expect(main(page).getByText('You have no address yet.')).toBeVisible()
  })

  test('show a Try again button when the account cannot be loaded', { tag: onlyInFull }, async ({ page }) => {
    await signIn(page)
    await page.goto('/learn')
    await waitForHydration(page)
    await page.route('**/api/userdetails/**', (route) =>
      route.fulfill({ status: 404, json: { message: 'The shop is temporarily unavailable.' } }),
    )
    await page.goto('/profile')
    await expect(main(page).getByText('We could not load your account.')).toBeVisible()
    await page.unroute('**/api/userdetails/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(main(page).getByText('You have not ordered anything yet.')).toBeVisible()
  })
})
