import type { Locator, Page } from '@playwright/test'
import { fillCart } from './support/cart.ts'
import { atCheckout, checkoutForm, orderSummary, payButton, stockholmAddress } from './support/checkout.ts'
import { bothWidthsInFull, expect, onlyInFull, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const countryField = (page: Page): Locator => checkoutForm(page).getByRole('combobox', { name: 'Country' })
const options = (page: Page): Locator => page.getByRole('option')

test.describe('the country field', () => {
  test.beforeEach(async ({ page, request, customer }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await page.goto('/checkout')
  })

  test('lists the likely countries first and does not cover its label', { tag: bothWidthsInFull }, async ({ page }) => {
    await countryField(page).click()
    await expect(options(page).first()).toBeVisible()
    expect((await options(page).allInnerTexts()).slice(0, 6)).toEqual([
      'Nepal',
      'India',
      'United States',
      'United Kingdom',
      'Germany',
      'Australia',
    ])
    const label = await checkoutForm(page).getByText('Country', { exact: true }).boundingBox()
    const list = await page.getByRole('listbox').boundingBox()
    if (!label || !list) throw new Error('The label or the list is not shown')
    expect(list.y >= label.y + label.height || list.y + list.height <= label.y).toBe(true)
  })

  test('accepts aliases, codes and native names and adapts the address fields', async ({ page }) => {
    for (const [input, name] of [
      ['USA', 'United States'],
      ['england', 'United Kingdom'],
      ['Deutschland', 'Germany'],
      ['NL', 'Netherlands'],
      ['नेपाल', 'Nepal'],
    ] as const) {
      await countryField(page).fill(input)
      await page.keyboard.press('Tab')
      await expect(countryField(page)).toHaveValue(name)
    }
    await expect(checkoutForm(page).getByLabel('Province')).toBeVisible()
    await countryField(page).fill('uk')
    await expect(options(page)).toHaveText(['United Kingdom', 'Ukraine'])
    await page.keyboard.press('Enter')
    await expect(countryField(page)).toHaveValue('United Kingdom')
    await expect(checkoutForm(page).getByLabel('Postcode (optional)')).toBeVisible()
  })

  test('keeps an unknown country and shows a message', { tag: bothWidthsInFull }, async ({ page }) => {
    await countryField(page).fill('Atlantis')
    await checkoutForm(page).getByLabel('Street').focus()
    await expect(countryField(page)).toHaveValue('Atlantis')
    await expect(countryField(page)).toHaveAccessibleDescription('Please choose a country from the list.')
    await page.reload()
    await expect(countryField(page)).toHaveValue('Atlantis')
    await countryField(page).click()
    await page.getByRole('option', { name: 'India', exact: true }).click()
    await expect(countryField(page)).toHaveValue('India')
    await expect(countryField(page)).toHaveAttribute('aria-invalid', 'false')
  })

  test('changes the texts about delivery and duty', async ({ page }) => {
    await expect(orderSummary(page)).toContainText('8–20 days outside Nepal. Duty not included.')
    await countryField(page).fill('Nepal')
    await page.keyboard.press('Tab')
    await expect(orderSummary(page)).toContainText('2–5 days inside Nepal.')
    await expect(orderSummary(page)).not.toContainText('Duty')
    await expect(orderSummary(page)).toContainText('Cash on delivery. Returns within 14 days.')
  })
})

test('the country of a saved address changes the texts too', { tag: onlyInFull }, async ({ page }) => {
  await atCheckout(page)
  await expect(orderSummary(page)).toContainText('8–20 days outside Nepal. Duty not included.')
})

test('shows the missing address message once beside the address picker', async ({ page }) => {
  await atCheckout(page)
  await page.reload()
  await expect(checkoutForm(page).getByRole('radio', { name: new RegExp(stockholmAddress.city) })).not.toBeChecked()
  await expectToast(page, ['alert', 'Please select an address'], () => payButton(page).click())
  await expect(checkoutForm(page).getByText('Please select an address')).toHaveCount(1)
})

test.describe('without a connection', () => {
  test.use({ allowConsoleErrors: true })

  test('shows that nothing was ordered and keeps the input', async ({ page, request, customer }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await page.goto('/checkout')
    const form = checkoutForm(page)
    await countryField(page).fill('Sweden')
    await page.keyboard.press('Tab')
    for (const [label, value] of [
      ['Street', 'Skeppsbron 12'],
      ['City', 'Stockholm'],
      ['County', 'Stockholms län'],
      ['Phone', '+46 70 555 01 00'],
    ] as const)
      await form.getByLabel(label, { exact: true }).fill(value)
    await page.route('**/api/addresses', (route) => route.abort('internetdisconnected'))
    await expectToast(page, ['alert', 'Failed to save addresses. Please try again.'], () => payButton(page).click())
    await expect(orderSummary(page)).toContainText(
      'The shop could not be reached. Nothing was ordered, and your entries are kept.',
    )
    await expect(form.getByLabel('Street')).toHaveValue('Skeppsbron 12')
  })
})
