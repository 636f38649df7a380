import type { Locator, Page } from '@playwright/test'
import type { AdminOrdersPage } from '#modules/orders/admin-contract.ts'
import { enterAdmin, heading, test } from './support/admin.ts'
import { uniqueSuffix } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { expectAccessible } from './support/axe.ts'
import { expectEmail } from './support/emails.ts'
import { bothWidthsInFull, expect, onlyPhone } from './support/test.ts'

test.use({ expectedFailures: ['/api/admin/orders'] })

const formOf = (page: Page) => page.getByRole('form', { name: 'New order' })

async function addProduct(page: Page, name: string) {
  const form = formOf(page)
  await form.getByLabel('Add product').fill(name)
  const hit = page.getByRole('listbox', { name: 'Matching products' }).getByRole('option', { name })
  await expect(hit).toContainText(/in stock$/)
  await hit.click()
  const variant = form.getByRole('combobox', { name: `Variant of ${name}` })
  await expect(form.getByText(`Choose a variant of ${name}.`)).toBeVisible()
  await variant.selectOption(await mostInStock(variant))
}

/** The value of the variant with the largest stock: all tests of the back office buy the same products. */
async function mostInStock(variant: Locator): Promise<string> {
  const options = variant.locator('option')
  await expect(options.nth(1)).toBeAttached()
  const values = await options.evaluateAll((all) =>
    all.map((option) => [Number(/\((\d+) in/.exec(option.textContent ?? '')?.[1]) || 0, option.getAttribute('value')]),
  )
  return String(values.toSorted(([a], [b]) => Number(b) - Number(a))[0]?.[1])
}

const total = (page: Page) =>
  formOf(page).getByText('Total', { exact: true }).last().locator('xpath=following-sibling::dd')

async function fillNewPerson(
  page: Page,
  { lastName, phone, email = '' }: { lastName: string; phone: string; email?: string },
) {
  const form = formOf(page)
  await form.getByLabel('First name').fill('Om')
  await form.getByLabel('Last name').fill(lastName)
  await form.getByLabel('Street').fill('Mangal Bazaar 9')
  await form.getByLabel('Province').selectOption('Bagmati')
  await form.getByLabel('City or district').fill('Lalit')
  await page.getByRole('option', { name: 'Lalitpur', exact: true }).click()
  await form.getByRole('textbox', { name: 'Phone' }).fill(phone)
  if (email) await form.getByLabel('Email').fill(email)
}

test('an order by phone for a new person survives a reload and emails the customer', { tag: onlyPhone }, async ({
  page,
  request,
}) => {
  await enterAdmin(page)
  await page.goto('/admin/orders')
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(heading(page, 'New order')).toBeVisible()
  const form = formOf(page)
  const suffix = uniqueSuffix()
  const email = `om.${suffix}@mail.example`
  await expect(form.getByRole('radio', { name: 'Phone' })).toBeChecked()
  await addProduct(page, 'Tumbled Stone Mix')
  await form.getByRole('button', { name: /^Increase quantity of Tumbled Stone Mix/ }).click()
  await form.getByLabel('Find customer').fill(suffix)
  await expect(page.getByText('Nobody found. Enter the name and phone number below.')).toBeVisible()
  await form.getByLabel('Find customer').fill('')
  await fillNewPerson(page, { lastName: `Thapa ${suffix}`, phone: '+977 981-1111111', email })
  await form.getByLabel('Discount (NPR)').fill('1,00')
  await form.getByRole('button', { name: 'Create order' }).click()
  await expect(form.getByLabel('Discount (NPR)')).toBeFocused()
  await form.getByLabel('Discount (NPR)').fill('100')
  const shown = (await total(page).textContent()) ?? ''

  await page.reload()
  await expect(form.getByLabel('Last name')).toHaveValue(`Thapa ${suffix}`)
  await expect(form.getByLabel('City or district')).toHaveValue('Lalitpur')
  await expect(total(page)).toHaveText(shown)
  await form.getByRole('button', { name: 'Create order' }).click()
  await expect(heading(page, /^Order ALP-/)).toBeVisible()
  const number = /ALP-\d+/.exec((await heading(page, /^Order/).textContent()) ?? '')?.[0] ?? ''
  await expect(page.getByRole('main')).toContainText(shown)
  await expectEmail(request, email, `Your order ${number}`)
  await page.goto('/admin/orders')
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Phone')

  await test.step('the person is found by email, with the address of the order', async () => {
    await page.goto('/admin/orders/new')
    await expect(form.getByLabel('Last name')).toHaveValue('')
    await form.getByLabel('Find customer').fill(email)
    await page.getByRole('listbox', { name: 'Matching customers' }).getByRole('option', { name: email }).click()
    await expect(form.getByRole('link', { name: `Om Thapa ${suffix}` })).toBeVisible()
    await expect(form.getByLabel('Street')).toHaveValue('Mangal Bazaar 9')
    await expect(form.getByLabel('Email')).toHaveCount(0)
  })
})

test('a sale over the counter needs no address and is paid at once', { tag: bothWidthsInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'New order' })).toBeVisible()
  await page.keyboard.press('c')
  const form = formOf(page)
  await form.getByRole('radio', { name: 'Counter' }).check()
  await expect(form.getByLabel('Paid and handed over now')).toBeChecked()
  await expect(form.getByLabel('Street')).toHaveCount(0)
  await expect(form.getByLabel('Shipping fee (NPR)')).toHaveValue('0')
  await addProduct(page, 'Tumbled Stone Mix')
  const shown = (await total(page).textContent()) ?? ''
  await form.getByRole('button', { name: 'Complete sale' }).click()
  await expect(heading(page, /^Order ALP-/)).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('Delivered')
  await expect(main).toContainText('Counter')
  await expect(main.getByText('Cash customer')).toBeVisible()
  await page.getByRole('link', { name: 'View invoice' }).click()
  await expect(page.getByText('Cash customer')).toBeVisible()
  await page.goto('/admin/cash')
  await page.getByRole('link', { name: 'View today’s ledger' }).click()
  await expect(heading(page, /^Cash ledger/)).toBeVisible()
  if (await page.getByText('This day never changes.').isVisible())
    await page.getByRole('navigation', { name: 'Days' }).getByRole('link').last().click()
  await expect(page.getByRole('row').filter({ hasText: 'Collected' }).filter({ hasText: shown }).first()).toBeVisible()
})

test('an empty order says what is missing, at the first field', { tag: bothWidthsInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/orders/new')
  const form = formOf(page)
  await form.getByRole('radio', { name: 'Instagram' }).check()
  await form.getByRole('button', { name: 'Create order' }).click()
  const product = form.getByLabel('Add product')
  await expect(product).toBeFocused()
  await expect(product).toHaveAccessibleDescription('Please add a product.')
  const phone = form.getByRole('textbox', { name: 'Phone' })
  await expect(phone).toHaveValue('+977 ')
  await expect(phone).toHaveAccessibleDescription('Please enter a phone number.')
  await expect(form.getByLabel('First name')).toHaveAccessibleDescription('Please enter the name of the customer.')
  await expect(form.getByLabel('Province')).toHaveAccessibleDescription('Please choose a province.')

  await addProduct(page, 'Tumbled Stone Mix')
  await expect(product).toHaveAccessibleDescription('')
  await fillNewPerson(page, { lastName: 'Rai', phone: '9812345678' })
  await form.getByLabel('Discount (NPR)').fill('9,99,999')
  await form.getByLabel('Shipping fee (NPR)').fill('0')
  await expect(total(page)).toHaveText('Rs 0')
  await form.getByRole('button', { name: 'Create order' }).click()
  await expect(form.getByLabel('Discount (NPR)')).toBeFocused()
  await expect(form.getByLabel('Discount (NPR)')).toHaveAccessibleDescription(
    /^At most Rs [\d,]+, which the products cost\.$/,
  )
})

test('products are found and added with the keyboard', { tag: bothWidthsInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/orders/new')
  const form = formOf(page)
  const field = form.getByRole('combobox', { name: 'Add product' })
  const list = page.getByRole('listbox', { name: 'Matching products' })
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await field.fill('quartz')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(list.getByRole('option').first()).toContainText('Quartz')
  // Base UI hides the rest of the page from screen readers while the list is open; Tab closes the list.
  await expectAccessible(page, ['aria-hidden-focus'])

  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await field.fill('clear quartz point')
  await expect(list.getByRole('option').first()).toContainText('Clear Quartz Point')
  await field.press('Tab')
  await expect(list).toBeHidden()

  await field.fill('quartz')
  await expect(list.getByRole('option').first()).not.toContainText('Clear Quartz Point')
  await page.keyboard.press('ArrowDown')
  const second = list.getByRole('option').nth(1)
  await expect(field).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? 'none')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await expect(form.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(1)

  await field.fill('clear quartz point')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('list', { name: 'Items' })).toContainText('Clear Quartz Point')
})

test.describe('after a lost response', () => {
  test.use({ allowConsoleErrors: true })

  test('the form keeps its text, and sending it again stores the order once', async ({ page, request }) => {
    const owner = await enterAdmin(page)
    await page.goto('/admin/orders/new')
    const form = formOf(page)
    const lastName = `Twice ${uniqueSuffix()}`
    await addProduct(page, 'Tumbled Stone Mix')
    await fillNewPerson(page, { lastName, phone: '+977 981-2222222' })
    await page.route('**/api/admin/orders', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await form.getByRole('button', { name: 'Create order' }).click()
    await expect(page.getByRole('alert')).toContainText('Please send it again: it is never stored twice.')
    await expect(form.getByLabel('Last name')).toHaveValue(lastName)
    await page.unroute('**/api/admin/orders')
    await page.reload()
    await form.getByRole('button', { name: 'Create order' }).click()
    await expect(heading(page, /^Order ALP-/)).toBeVisible()
    const { rows } = await callApi<AdminOrdersPage>(request, owner, `/admin/orders?q=${encodeURIComponent(lastName)}`)
    expect(rows).toHaveLength(1)
  })
})
