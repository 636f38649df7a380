import type { Locator, Page } from '@playwright/test'

/** The link to a product in the main content, not in the header or footer. */
export function productLink(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('link', { name, exact: true }).first()
}

/** The product cards of the main content, in order. */
export function cards(page: Page): Locator {
  return page.getByRole('main').getByRole('article')
}

export function cardOf(page: Page, name: string): Locator {
  return cards(page).filter({ has: page.getByRole('link', { name, exact: true }) })
}

export function cardNames(page: Page): Locator {
  return cards(page).getByRole('heading')
}

export function loadMoreLink(page: Page): Locator {
  return page.getByRole('main').getByRole('link', { name: 'Load more' })
}
