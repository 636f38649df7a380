import type { Page } from '@playwright/test'
import { expect, waitForHydration } from './test.ts'

type Claims = { email: string; name: string; verified?: boolean }

export async function goToProvider(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
}

export async function fillProviderForm(page: Page, { email, name, verified = true }: Claims): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email verified').setChecked(verified)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function signInAtProvider(page: Page, claims: Claims): Promise<void> {
  await goToProvider(page)
  await fillProviderForm(page, claims)
}
