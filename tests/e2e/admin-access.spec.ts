import { createSession, newPerson, signIn } from './support/accounts.ts'
import { enterAdmin, goTo, heading, test } from './support/admin.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { linkFromEmail } from './support/emails.ts'
import { expect, onlyInFull, waitForHydration } from './support/test.ts'

test('redirects a visitor to the login with the page as return URL', async ({ page }) => {
  await page.goto('/admin/orders?status=Pending')
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fadmin%2Forders%3Fstatus%3DPending/)
})

test('visitors download no admin code', { tag: onlyInFull }, async ({ page, request }) => {
  const loaded = new Set<string>()
  page.on('request', (call) => {
    const url = call.url()
    if (/\.(js|css)(\?|$)/.test(url)) loaded.add(url)
  })
  for (const path of ['/', '/shop', '/login']) {
    await page.goto(path)
    await waitForHydration(page)
  }
  expect(loaded.size).toBeGreaterThan(3)
  for (const url of loaded) {
    const text = await (await request.get(url)).text()
    for (const code of ['Orders to confirm', '.admin-table', '/admin/me']) expect(text, url).not.toContain(code)
  }
})

test.describe('a customer', () => {
  test.use({ allowConsoleErrors: true })
  test('is rejected, and stays signed in', { tag: onlyInFull }, async ({ page }) => {
    await signIn(page)
    await page.goto('/admin')
    await expect(heading(page, 'You don’t have access to this page')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the shop' }).click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => window.localStorage.getItem('token'))).not.toBeNull()
  })
})

test('an invited staff member sets a password and sees only the staff pages', async ({ page, browser }) => {
  const { firstName, lastName, email, password } = newPerson()
  const name = `${firstName} ${lastName}`
  await enterAdmin(page)
  await page.goto('/admin/staff')
  const form = page.getByRole('form', { name: 'Invite staff' })
  const invite = async (invitedName: string, address: string) => {
    await form.getByLabel('Name').fill(invitedName)
    await form.getByLabel('Email').fill(address)
    await form.getByRole('button', { name: 'Send invitation' }).click()
    const row = page.getByRole('row').filter({ hasText: address })
    await expect(row).toContainText(/Invited.*Link valid until/)
    return row
  }
  const other = { name: `Nima ${lastName}`, email: `nima.${email}` }
  const row = await invite(other.name, other.email)
  await row.getByRole('button', { name: `Send again to ${other.name}` }).click()
  await expect(page.getByText(`Invitation sent to ${other.email}`).last()).toBeVisible()
  await row.getByRole('button', { name: `Withdraw invitation of ${other.name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw invitation' }).click()
  await expect(row).toHaveCount(0)
  await invite(name, email)

  const staffPage = await anotherBrowser(browser)
  await staffPage.goto(await linkFromEmail(page.request, email, 'reset-password'))
  await waitForHydration(staffPage)
  await expect(staffPage.getByRole('heading', { name: /^Join / })).toBeVisible()
  for (const label of ['Password', 'Confirm password'])
    await staffPage.getByLabel(label, { exact: true }).fill(password)
  await staffPage.getByRole('button', { name: 'Set your password' }).click()
  await expect(staffPage).toHaveURL(/\/login\?returnTo=%2Fadmin/)
  const session = await createSession(page.request, { email, password })
  await staffPage.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
  }, session)
  await staffPage.goto('/admin')
  const menu = staffPage.getByRole('navigation', { name: 'Back office' })
  await expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible()
  await expect(menu.getByRole('link')).toHaveText(['Today', 'Orders', 'Products'])
  await staffPage.goto('/admin/products')
  await expect(staffPage.getByRole('table', { name: 'Products' }).getByRole('textbox')).toHaveCount(0)
  await expect(staffPage.getByRole('link', { name: 'Add product' })).toHaveCount(0)
  for (const closed of ['/admin/products/csv', '/admin/orders/new', '/admin/settings']) {
    await staffPage.goto(closed)
    await expect(heading(staffPage, 'Your role does not include this page')).toBeVisible()
    await expect(staffPage.getByText(/^Your role is Packer\. If you need this page, ask \S+/)).toBeVisible()
    await expect(staffPage.getByLabel('Choose CSV file')).toHaveCount(0)
  }
  await staffPage.getByRole('link', { name: 'Go to Today' }).click()
  await expect(heading(staffPage, 'Today')).toBeVisible()
  await staffPage.close()

  await page.reload()
  await page.getByRole('combobox', { name: `Role of ${name}` }).selectOption('Owner')
  const question = page.getByRole('alertdialog', { name: `Make ${name} an owner?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('combobox', { name: `Role of ${name}` })).toHaveValue('Packer')
  await page.getByRole('combobox', { name: `Role of ${name}` }).selectOption('Manager')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText(`Role of ${name} changed to Manager`)).toBeVisible()
  await expect(page.getByRole('combobox', { name: `Role of ${name}` })).toHaveValue('Manager')
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: `Remove ${name} from staff?` })
  await dialog.getByRole('button', { name: 'Remove from staff' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(0)
  await goTo(page, 'Audit log')
  await expect(page.getByRole('table', { name: 'Activity, newest first' })).toContainText(
    `Removed staff member ${name}`,
  )
})
