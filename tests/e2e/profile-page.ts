import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')
export const addressForm = (page: Page) => page.getByRole('form', { name: 'New address' })
