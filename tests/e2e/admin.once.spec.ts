import { linkFromMail, register, sessionOf, somebody } from './accounts-people.ts'
import { anotherBrowser, enterOffice, goTo, heading } from './admin.ts'
import { expectToFit } from './axe.ts'
import { ask, deliver, placeOrder } from './buying.ts'
import { expectToast, signIn } from './frame-visit.ts'
import { holdBack } from './hold-back.ts'
import { expect, hydrated, test } from './visit.ts'

test('a visitor signs in first, and comes back to where they wanted to go', async ({ page }) => {
  await page.goto('/admin/orders?state=Pending')
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fadmin%2Forders%3Fstate%3DPending/)
})

test('the page that a server sends holds nothing of the back office', async ({ request }) => {
  for (const path of ['/admin', '/admin/orders', '/admin/settings']) {
    const html = await (await request.get(path)).text()
    expect(html).toContain('Loading the back office...')
    expect(html).toContain('noindex')
    expect(html).not.toContain('ALP-1')
  }
})

test('no visitor downloads any of it', async ({ page }) => {
  const loaded: Promise<string>[] = []
  page.on('response', (response) => {
    if (/\.(js|css)(\?|$)/.test(response.url())) loaded.push(response.text())
  })
  for (const path of ['/', '/shop', '/login']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  const texts = await Promise.all(loaded)
  expect(texts.length).toBeGreaterThan(3)
  for (const text of texts) {
    expect(text).not.toContain('What needs doing')
    expect(text).not.toContain('.admin-table')
    expect(text).not.toContain('/admin/me')
  }
})

test.describe('a customer', () => {
  test.use({ mayComplain: true })
  test('is told that it is not for them, and stays signed in', async ({ page }) => {
    await signIn(page)
    await page.goto('/admin')
    await expect(heading(page, 'This is not open to your account')).toBeVisible()
    await page.getByRole('link', { name: 'To the shop' }).click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => window.localStorage.getItem('token'))).not.toBeNull()
  })
})

test('an owner invites somebody, who chooses a password and works with what staff may see', async ({
  page,
  browser,
}) => {
  const { firstName, lastName, email, password } = somebody()
  const name = `${firstName} ${lastName}`
  await enterOffice(page)
  await page.goto('/admin/staff')
  const form = page.getByRole('form', { name: 'Invite somebody' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Invited')

  const theirs = await anotherBrowser(browser)
  await theirs.goto(await linkFromMail(page.request, email, 'reset-password'))
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

test.describe('settings', () => {
  test.use({ refusals: ['/api/admin/settings'] })
  test('a setting shows where it belongs, and nobody overwrites what somebody else has set', async ({
    page,
    request,
  }) => {
    const owner = await enterOffice(page)
    const session = await sessionOf(request, await register(request))
    const { orderId } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
    await page.goto('/admin/settings')
    const form = page.getByRole('form', { name: 'Settings' })
    const save = form.getByRole('button', { name: 'Save settings' })
    const seller = `Himal House ${Date.now()}`
    const taxNumber = String(Date.now())
    await form.getByLabel('Seller').fill(seller)
    await form.getByLabel('Instagram').fill('himal.house')
    const now = await ask<Record<string, unknown>>(request, owner, '/admin/settings')
    await ask(request, owner, '/admin/settings', { method: 'PUT', data: { ...now, taxNumber } })
    await save.click()
    await expect(form.getByText('Please enter an address such as https://www.instagram.com/name.')).toBeVisible()
    await expect(form.getByLabel('Instagram')).toBeFocused()
    await form.getByLabel('Instagram').fill('')
    await save.click()
    const merge = page.getByRole('alert').filter({ hasText: 'Somebody has changed this since you opened it' })
    await expect(merge.getByRole('group', { name: 'Seller' })).toContainText(seller)
    await expect(merge.getByRole('group')).toHaveCount(1)
    await merge.getByRole('button', { name: 'Put them together' }).click()
    await expect(form.getByLabel('PAN or VAT number')).toHaveValue(taxNumber)
    await expectToast(page, ['status', 'Settings saved'], () => save.click())
    await page.goto(`/admin/orders/${orderId}/invoice`)
    await expect(page.getByRole('article')).toContainText(seller)
    await expect(page.getByRole('article')).toContainText(`PAN/VAT ${taxNumber}`)
  })
})

test('filters keep the keyboard’s place and what is being typed, and follow the way back', async ({ page }) => {
  await enterOffice(page)
  await page.goto('/admin/products')
  const stock = page.getByRole('combobox', { name: 'Stock' })
  await stock.focus()
  await stock.selectOption('low')
  await expect(page).toHaveURL(/stock=low/)
  await expect(stock).toBeFocused()
  const search = page.getByRole('searchbox', { name: 'Name, tag or word' })
  const letGo = await holdBack(page, '**/api/admin/products?*')
  await search.fill('ring')
  await search.press('Enter')
  await search.pressSequentially(' of silver')
  letGo()
  await expect(page).toHaveURL(/q=ring&.*stock=low/)
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('ring of silver')
  await page.goBack()
  await expect(search).toHaveValue('')
  await expect(stock).toHaveValue('low')
  await page.goBack()
  await expect(stock).toHaveValue('')
  await page.goForward()
  await expect(stock).toHaveValue('low')
  await page.getByRole('link', { name: 'Show all' }).press('Enter')
  await expect(page).toHaveURL('/admin/products')
  await expect(stock).toHaveValue('')
  await expect(search).toBeFocused()
})

test('a day with more deliveries than a page shows is ticked off page by page, until nothing is open', async ({
  page,
  request,
}) => {
  await enterOffice(page)
  const session = await sessionOf(request, await register(request))
  const courier = `Yeti Riders ${Date.now()}`
  for (const _ of [1, 2, 3]) {
    const { orderId } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
    await deliver(request, orderId, courier)
  }
  await page.goto('/admin/cash')
  const day = page.getByRole('row').filter({ hasText: courier }).getByRole('link')
  const address = (await day.getAttribute('href')) ?? ''
  await page.goto(`${address}&size=2`)
  const figure = (title: string) => page.getByText(title, { exact: true }).locator('xpath=following-sibling::dd')
  const due = (await figure('Due').textContent()) ?? ''
  await expect(figure('Still open')).toHaveText(due)
  await expect(page.getByText('This page shows 2 of the day’s 3 orders. Open ones come first.')).toBeVisible()
  await page.getByRole('button', { name: 'All on this page received' }).click()
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(1)
  await expect(figure('Still open')).not.toHaveText('nothing')
  await page.getByRole('checkbox', { checked: false }).click()
  await expect(figure('Still open')).toHaveText('nothing')
  await expect(figure('Received')).toHaveText(due)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
})

test('a failed mail is told with its reason, and sent again', async ({ page }) => {
  await enterOffice(page)
  const mail = { to: `${'far.away.'.repeat(8)}maya@mail.example`, subject: 'Your order ALP-10042', attempts: 9 }
  const rows = [
    { ...mail, mailId: 'first', writtenAt: '2026-11-15T04:00:00Z', reason: '550 <b>nobody</b>', isSecret: false },
    { ...mail, mailId: 'second', writtenAt: '2026-11-15T04:00:00Z', reason: 'No answer', isSecret: true },
  ]
  await page.route(/\/api\/admin\/mails(\?|$)/, (route) => route.fulfill({ json: { rows, page: 1, hasMore: false } }))
  await page.route('**/api/admin/mails/first/send', (route) => {
    rows.shift()
    return route.fulfill({ status: 204 })
  })
  await page.goto('/admin/mails')
  await expect(page.getByText('550 <b>nobody</b>')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send again/ })).toHaveCount(1)
  await expectToFit(page)
  await page.getByRole('button', { name: /^Send again ?: Your order ALP-10042/ }).click()
  await expect(page.getByText('550 <b>nobody</b>')).toHaveCount(0)
  await expect(page.getByText('No answer')).toBeVisible()
})
