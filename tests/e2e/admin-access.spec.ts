import { sessionOf, signIn, somebody } from './support/accounts.ts'
import { enterAdmin, goTo, heading, test } from './support/admin.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { linkFromEmail } from './support/emails.ts'
import { expect, hydrated, onlyInFull } from './support/test.ts'

test('leads a visitor to the login, and from there back to the page', async ({ page }) => {
  await page.goto('/admin/orders?state=Pending')
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fadmin%2Forders%3Fstate%3DPending/)
})

test('visitors download no code of the admin', { tag: onlyInFull }, async ({ page, request }) => {
  const loaded = new Set<string>()
  page.on('request', (call) => {
    const address = call.url()
    if (/\.(js|css)(\?|$)/.test(address)) loaded.add(address)
  })
  for (const path of ['/', '/shop', '/login']) {
    await page.goto(path)
    await hydrated(page)
  }
  expect(loaded.size).toBeGreaterThan(3)
  for (const address of loaded) {
    const text = await (await request.get(address)).text()
    for (const code of ['What needs doing', '.admin-table', '/admin/me']) expect(text, address).not.toContain(code)
  }
})

test.describe('a customer', () => {
  test.use({ mayComplain: true })
  test('is rejected, and stays signed in', { tag: onlyInFull }, async ({ page }) => {
    await signIn(page)
    await page.goto('/admin')
    await expect(heading(page, 'This is not open to your account')).toBeVisible()
    await page.getByRole('link', { name: 'To the shop' }).click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => window.localStorage.getItem('token'))).not.toBeNull()
  })
})

test('the owner invites somebody, who chooses a password and sees what staff may see', async ({ page, browser }) => {
  const { firstName, lastName, email, password } = somebody()
  const name = `${firstName} ${lastName}`
  await enterAdmin(page)
  await page.goto('/admin/staff')
  const form = page.getByRole('form', { name: 'Invite somebody' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Invited')

  const theirs = await anotherBrowser(browser)
  await theirs.goto(await linkFromEmail(page.request, email, 'reset-password'))
  await hydrated(theirs)
  for (const label of ['New password', 'New password, again'])
    await theirs.getByLabel(label, { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Save new password' }).click()
  await expect(theirs).toHaveURL(/\/login/)
  const session = await sessionOf(page.request, { email, password })
  await theirs.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
  }, session)
  await theirs.goto('/admin')
  const menu = theirs.getByRole('navigation', { name: 'Back office' })
  await expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await theirs.close()

  await page.getByRole('button', { name: `Remove ${name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: `Take ${name} off the staff?` })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(0)
  await goTo(page, 'Audit log')
  await expect(page.getByRole('table', { name: 'Changes, newest first' })).toContainText('removed staff')
})
