import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { enterAdmin, goTo, heading, ownerSession, test } from './support/admin.ts'
import { callApi } from './support/api.ts'
import { fillCart } from './support/cart.ts'
import { addressOption, orderSummary, payButton, saveAddress, stockholmAddress } from './support/checkout.ts'
import { bothWidths, expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ expectedFailures: ['/api/admin/discounts', '/api/ShoppingCart/DiscountCode'] })

const summary = (page: Page) => page.getByRole('complementary', { name: 'Summary' })
const codeField = (page: Page) => page.getByRole('main').getByLabel('Code', { exact: true })
const newCode = () => `E2E-${Date.now().toString(36)}`.toUpperCase()

async function openCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discount code', exact: true }).click()
  await expect(codeField(page)).toBeFocused()
}

test('the owner creates a code and sees its uses', { tag: bothWidths }, async ({ page }) => {
  const code = newCode()
  await enterAdmin(page)
  await page.goto('/admin/products')
  await expect(heading(page, 'Products')).toBeVisible()
  await goTo(page, 'Discounts')
  await page.getByRole('link', { name: 'Create discount' }).first().click()
  await expect(heading(page, 'Create discount')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save discount' })

  await test.step('errors show beside their fields and go when they are mended', async () => {
    await save.click()
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAccessibleDescription(/4 to 30 letters/)
    await codeField(page).fill(code.toLowerCase())
    await expect(codeField(page)).toHaveAccessibleDescription('')
    const percent = page.getByLabel('Percentage (1–100)')
    await expect(percent).toHaveAccessibleDescription('Please enter a percentage or amounts.')
    await percent.fill('10 %')
    await expect(percent).toHaveAccessibleDescription('')
    await page.getByRole('radio', { name: 'Amount' }).check()
    await save.click()
    await expect(page.getByLabel('Amount (NPR)')).toHaveAccessibleDescription('Please enter a percentage or amounts.')
  })

  await page.getByLabel('Amount (NPR)').fill('1,500')
  await page.getByLabel('Amount (USD)').fill('12')
  await page.getByRole('radio', { name: 'Chosen categories and products' }).check()
  await page.getByRole('checkbox', { name: 'Jewellery' }).check()
  await page.getByLabel('Add product').fill('citrine point')
  await page.getByRole('option', { name: 'Citrine Point', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Chosen products' })).toContainText('Citrine Point')
  await page.getByLabel('Uses in all (optional)').fill('5')
  await expectToast(page, ['status', 'Discount saved'], () => save.click())
  await expect(heading(page, `Discount ${code}`)).toBeVisible()
  await expect(page.getByLabel('Amount (NPR)')).toHaveValue('1500')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Active. Uses: 0 of 5.')

  await page.goto(`/admin/discounts?q=${code.toLowerCase()}`)
  await expect(page.getByRole('row', { name: code })).toContainText('Rs 1,500 / $ 12')
})

test('a customer uses a code at the bag and at checkout', { tag: bothWidths }, async ({ page, request }) => {
  const code = newCode()
  const owner = await ownerSession(request)
  const discount = { code, percent: 10, minimum: 5000, minimumInUSD: 40, maxUses: 1 }
  await callApi(request, owner, '/admin/discounts', { method: 'POST', data: discount })
  const customer = await signIn(page)
  await fillCart(page.request, customer, { slug: 'citrine-point' })
  await saveAddress(page.request, customer)
  await page.goto('/shopping-bag')
  await expect(summary(page)).not.toContainText(/Discount\s*−/)

  await test.step('a wrong code is refused beside the field', async () => {
    await openCode(page)
    await codeField(page).fill('nonsense')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(codeField(page)).toHaveAccessibleDescription(
      'This code is not valid, or no longer valid. Please check it.',
    )
    await expect(codeField(page)).toBeFocused()
  })

  await test.step('a code whose minimum is not reached says what is missing', async () => {
    await codeField(page).fill(code.toLowerCase())
    await codeField(page).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove discount code' })).toBeFocused()
    await expect(summary(page)).toContainText(`Add products for $ 16 more to use the code ${code}.`)
    await expect(summary(page)).toContainText(/Subtotal\$ 24.*Shipping\$ 40.*Total\$ 64/s)
    await page.goto('/checkout')
    await expect(orderSummary(page)).toContainText('To order, remove the discount code or change your bag.')
    await expect(page.getByRole('button', { name: 'Remove discount code' })).not.toBeFocused()
    await expect(payButton(page)).toHaveCount(0)
  })

  await test.step('it takes effect when the minimum is reached', async () => {
    await orderSummary(page).getByRole('button', { name: 'Increase quantity: Citrine Point' }).click()
    await expect(orderSummary(page)).toContainText(/Subtotal\$ 48.*Discount−\$ 4.80.*Shipping\$ 40.*Total\$ 83.20/s)
  })

  await test.step('it can be removed and entered again at checkout', async () => {
    await page.getByRole('button', { name: 'Remove discount code' }).click()
    await expect(page.getByRole('button', { name: 'Discount code', exact: true })).toBeFocused()
    await expect(orderSummary(page)).toContainText(/Subtotal\$ 48.*Shipping\$ 40.*Total\$ 88/s)
    await openCode(page)
    await codeField(page).fill(code)
    await codeField(page).press('Enter')
    await expect(orderSummary(page)).toContainText('You pay $ 83.20')
  })

  await addressOption(page, stockholmAddress.streetAddress).check()
  await expectToast(page, ['status', 'Order created successfully!'], () => payButton(page).click())
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  await expect(page.getByText('−$ 4.80')).toBeVisible()

  await test.step('its last use is taken', async () => {
    await fillCart(page.request, customer, { slug: 'citrine-point', quantity: 2 })
    await page.goto('/shopping-bag')
    await openCode(page)
    await codeField(page).fill(code)
    await codeField(page).press('Enter')
    await expect(codeField(page)).toHaveAccessibleDescription(/not valid/)
  })
})
