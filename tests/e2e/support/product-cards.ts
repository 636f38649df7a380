import type { Locator, Page } from '@playwright/test'

/** The link to a product among the page's own content: not in the header, not in the footer. */
export function productLink(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('link', { name, exact: true }).first()
}

/** The cards of the page's own content, in their order. */
export function cards(page: Page): Locator {
  return page.getByRole('main').getByRole('article')
}

export function cardOf(page: Page, name: string): Locator {
  return cards(page).filter({ has: page.getByRole('link', { name, exact: true }) })
}

export function cardNames(page: Page): Locator {
  return cards(page).getByRole('heading')
}

/** The link that opens a list further. */
export function more(page: Page): Locator {
  return page.getByRole('main').getByRole('link', { name: 'Load more' })
}
