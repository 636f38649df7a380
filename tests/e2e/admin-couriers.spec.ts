import { enterAdmin, heading, test } from './support/admin.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ expectedFailures: ['/api/admin/couriers'] })

test('the owner adds, renames and deactivates a courier', async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Couriers' }).click()
  await expect(heading(page, 'Couriers')).toBeVisible()
  const name = `Valley Riders ${Date.now()}`
  const add = page.getByRole('form', { name: 'Add courier' })
  await add.getByLabel('Name').fill(name)
  await expectToast(page, ['status', `${name} added`], () => add.getByRole('button', { name: 'Add courier' }).click())
  const row = page.getByRole('list', { name: 'Couriers' }).getByRole('listitem').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await expect(add.getByLabel('Name')).toHaveValue('')

  await test.step('the same name in another spelling is refused beside the field', async () => {
    await add.getByLabel('Name').fill(` ${name.toUpperCase()} `)
    await add.getByRole('button', { name: 'Add courier' }).click()
    await expect(add.getByLabel('Name')).toHaveAccessibleDescription(`${name.toUpperCase()} is already in the list.`)
    await expect(add.getByLabel('Name')).toBeFocused()
    await add.getByLabel('Name').fill('')
  })

  await test.step('a courier is renamed', async () => {
    await row.getByRole('button', { name: 'Rename' }).click()
    const form = page.getByRole('form', { name: `Rename ${name}` })
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByLabel('Name').fill(`${name} Express`)
    await expectToast(page, ['status', `${name} renamed to ${name} Express`], () =>
      form.getByRole('button', { name: 'Save name' }).click(),
    )
    await expect(row.getByRole('button', { name: `Rename ${name} Express` })).toBeFocused()
  })

  await expectToast(page, ['status', `${name} Express is now inactive`], () =>
    row.getByRole('button', { name: 'Deactivate' }).click(),
  )
  await expect(row).toContainText('Inactive')
  await expectToast(page, ['status', `${name} Express is now active`], () =>
    row.getByRole('button', { name: 'Activate' }).click(),
  )
  await expect(row).not.toContainText('Inactive')
})
