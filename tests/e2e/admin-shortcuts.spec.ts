import { enterAdmin, heading, test } from './support/admin.ts'
import { enterAdminWithProduct } from './support/admin-products.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, onlyInFull } from './support/test.ts'

test('the question mark shows the shortcuts, which lead to pages, search, create and save', async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto('/admin/cash')
  await expect(heading(page, 'Cash')).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText('Audit log')).toBeVisible()
  await expect(dialog.getByText('Create or add')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(heading(page, 'Products')).toBeVisible()
  await page.keyboard.press('c')
  await expect(heading(page, 'Add product')).toBeVisible()
  await page.getByLabel('Description').pressSequentially('go ?/')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Description')).toHaveValue('go ?/')

  await page.goto(`/admin/products/${record.productId}`)
  await page.getByLabel('Description').fill('Saved with the keyboard.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText(`${record.name} saved`)).toBeVisible()
})

test('shortcuts of single keys can be turned off, and stay off', { tag: onlyInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin')
  await expect(heading(page, 'Today')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByRole('checkbox', { name: 'Use shortcuts of single keys' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(heading(page, 'Today')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(heading(page, 'Today')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Search the back office' })).not.toBeFocused()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByRole('checkbox', { name: 'Use shortcuts of single keys' }).check()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(heading(page, 'Orders')).toBeVisible()
})

test('a key works as soon as its page is shown', async ({ page }) => {
  await enterAdmin(page)
  await page.addInitScript(() => {
    const pressOnce = () => {
      if (!document.querySelector('h1')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))
    }
    const observer = new MutationObserver(pressOnce)
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/admin/settings')
  await expect(page.getByRole('combobox', { name: 'Search the back office' })).toBeFocused()
})
