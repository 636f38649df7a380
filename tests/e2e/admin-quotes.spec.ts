import { bringSession, logIn, register, sessionOf } from './support/accounts.ts'
import { enterAdmin, goTo, heading, test } from './support/admin.ts'
import { mark } from './support/admin-products.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { expectNoBarriers } from './support/axe.ts'
import { saveAddress } from './support/checkout.ts'
import { holdRequests } from './support/network.ts'
import { ordersOf } from './support/orders.ts'
import { opener } from './support/overlays.ts'
import { chooseDollars, expect } from './support/test.ts'

const evil = '<img src=x onerror="document.title=\'broken\'">'

test('a bulk enquiry becomes a quote, and the quote one order', async ({ page, browser }) => {
  const suffix = mark()
  const buyer = `Hotel ${suffix} ${evil}`
  const email = `hotel.${suffix}@mail.example`
  const sent = await page.request.post('/api/BulkBuying', {
    data: { name: buyer, email, phoneNumber: '9801234567', message: `Forty bowls. ${evil}` },
  })
  expect(sent.status()).toBe(201)

  await enterAdmin(page)
  await page.goto('/admin')
  await goTo(page, 'Enquiries')
  await page.getByLabel('Name, email or word').fill(suffix)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: buyer }).click()
  await expect(page.getByText(`Forty bowls. ${evil}`)).toBeVisible()
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  await expectNoBarriers(page)
  await page.getByRole('link', { name: 'Write a quote' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Add a piece').fill('tumbled stone')
  await page.getByRole('list', { name: 'Found pieces' }).getByRole('button').first().click()
  await page.getByLabel('Pieces', { exact: true }).fill('40')
  await page.getByLabel('Dollars a piece').fill('10')
  await page.getByLabel('Rupees a piece').fill('1330')
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByLabel('From, pieces').nth(1).fill('40')
  await page.getByLabel('Dollars a piece').nth(1).fill('9')
  await page.getByLabel('Rupees a piece').nth(1).fill('1200')
  await expect(page.getByText('$ 360 / Rs 48,000')).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(heading(page, /^Quote Q-\d+$/)).toBeVisible()
  const withdraw = page.getByRole('button', { name: 'Withdraw' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const note = page.getByLabel('Note')
  await expect(withdraw).toBeEnabled()
  const letGo = await holdRequests(page, '**/api/admin/quotes/*')
  await note.fill('Polished')
  await expect(withdraw).toBeDisabled()
  await save.click()
  await note.pressSequentially(' by hand.')
  letGo()
  await expect(save).toBeEnabled()
  await expect(note).toHaveValue('Polished by hand.')
  await expect(withdraw).toBeDisabled()
  await save.click()
  await expect(withdraw).toBeEnabled()
  await page.getByRole('button', { name: 'Send by mail' }).click()
  const link = await page.getByRole('link', { name: 'See as the buyer' }).getAttribute('href')
  expect(link).toMatch(/^\/quotes\/[0-9a-f]{64}$/)

  const theirs = await anotherBrowser(browser)
  await theirs.goto(link ?? '')
  await expect(heading(theirs, `For ${buyer}`)).toBeVisible()
  await expect(theirs.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(theirs.getByText('$ 400').first()).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expectNoBarriers(theirs)

  const person = await register(page.request)
  const session = await sessionOf(page.request, person)
  await saveAddress(page.request, session)
  await bringSession(theirs, session)
  await theirs.goto(link ?? '')
  await expect(theirs.getByLabel(/Skeppsbron 12/)).toBeVisible()
  await opener(theirs, 'Account').click()
  await theirs.getByRole('button', { name: 'Logout' }).click()
  await expect(theirs.getByText('Please sign in, so that the order stands in your account.')).toBeVisible()
  await expect(theirs.getByLabel(/Skeppsbron 12/)).toHaveCount(0)

  await theirs.evaluate(chooseDollars)
  await theirs.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(theirs, person.email, person.password)
  await theirs.getByLabel(/Skeppsbron 12/).check()
  await theirs.getByRole('button', { name: 'Accept and order' }).dblclick()
  await expect(theirs.getByText(/Your order is ALP-\d+/)).toBeVisible()
  const orders = await ordersOf(page.request, await sessionOf(page.request, person))
  expect(orders).toHaveLength(1)
  expect(orders[0]).toMatchObject({ totalPriceInUSD: 400, orderItems: [{ quantity: 40, unitPriceInUSD: 9 }] })
  await theirs.reload()
  await expect(theirs.getByText('This quote was accepted. Thank you.')).toBeVisible()
  await theirs.close()

  await page.reload()
  await page.getByRole('link', { name: 'To the order' }).click()
  await expect(heading(page, /^Order ALP-/)).toBeVisible()
})
