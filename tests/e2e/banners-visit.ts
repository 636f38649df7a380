import type { Locator, Page } from '@playwright/test'
import { home } from './addresses.ts'
import { expect, hydrated } from './visit.ts'

export const dot = (number: number) => `Banner ${number}`

/** A carousel wakes when somebody comes near. */
export async function nearBanners(page: Page): Promise<Locator> {
  await page.goto(home)
  await hydrated(page)
  const banners = page.getByRole('region', { name: 'Stories from the mountain' })
  await banners.scrollIntoViewIfNeeded()
  await expect(banners.locator('.carousel-slides')).toHaveAttribute('style', /transform/)
  return banners
}
