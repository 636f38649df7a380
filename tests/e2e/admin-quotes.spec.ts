import { createSession, logIn, register, storeSession } from './support/accounts.ts'
import { enterAdmin, goTo, heading, test } from './support/admin.ts'
import { uniqueSuffix } from './support/admin-products.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { expectAccessible } from './support/axe.ts'
import { saveAddress } from './support/checkout.ts'
import { holdRequests } from './support/network.ts'
import { fetchOrders } from './support/orders.ts'
import { overlayButton } from './support/overlays.ts'
import { expect, storeUsdCurrency } from './support/test.ts'

const maliciousText = '<img src=x onerror="document.title=\'broken\'">'

test.use({ expectedFailures: ['/api/admin/quotes'] })

test('turns a bulk enquiry into a quote, and the accepted quote into exactly one order', async ({ page, browser }) => {
  const suffix = uniqueSuffix()
  const buyer = `Hotel ${suffix} ${maliciousText}`
  const email = `hotel.${suffix}@mail.example`
  const sent = await page.request.post('/api/BulkBuying', {
    data: { name: buyer, email, phoneNumber: '9801234567', message: `Forty bowls. ${maliciousText}` },
  })
  expect(sent.status()).toBe(201)

  await enterAdmin(page)
  await page.goto('/admin')
  await goTo(page, 'Enquiries')
  await page.getByLabel('Name, phone, email or message').fill(suffix)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: buyer }).click()
  await expect(page.getByText(`Forty bowls. ${maliciousText}`)).toBeVisible()
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create quote' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Add product').fill('tumbled stone')
  await page.getByRole('listbox', { name: 'Matching products' }).getByRole('option').first().click()
  await page.getByLabel('Quantity', { exact: true }).fill('40')
  await page.getByLabel('USD per item').fill('10')
  await page.getByLabel('NPR per item').fill('1,330')
  await page.getByRole('button', { name: 'Add price tier' }).click()
  await page.getByLabel('Min. quantity').nth(1).fill('40')
  await page.getByLabel('USD per item').nth(1).fill('9')
  await page.getByLabel('NPR per item').nth(1).fill('1,200')
  await expect(page.getByText('Rs 48,000 / $ 360')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Deposit (USD)').fill('500')
  await page.getByLabel('Deposit (NPR)').fill('20,000')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByLabel('Deposit (USD)')).toHaveAccessibleDescription('The deposit is more than the total.')
  await page.getByLabel('Deposit (USD)').fill('150')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(heading(page, /^Quote Q-\d+$/)).toBeVisible()
  const withdraw = page.getByRole('button', { name: 'Withdraw quote' })
  const save = page.getByRole('button', { name: 'Save quote' })
  const send = page.getByRole('button', { name: 'Send quote' })
  await expect(page.getByLabel('Deposit (NPR)')).toHaveValue('20000')
  // One ink button: what is next.
  await expect(save).toHaveClass(/btn-line/)
  await expect(send).toHaveClass(/btn-ink/)
  const note = page.getByLabel('Note')
  await expect(withdraw).toBeEnabled()
  const releaseRequests = await holdRequests(page, '**/api/admin/quotes/*')
  await note.fill('Polished')
  await expect(withdraw).toBeDisabled()
  await expect(save).toHaveClass(/btn-ink/)
  await save.click()
  await note.pressSequentially(' by hand.')
  releaseRequests()
  await expect(save).toBeEnabled()
  await expect(note).toHaveValue('Polished by hand.')
  await expect(withdraw).toBeDisabled()
  await save.click()
  await expect(withdraw).toBeEnabled()
  await send.click()
  const link = await page.getByRole('link', { name: 'View as customer' }).getAttribute('href')
  expect(link).toMatch(/^\/quotes\/[0-9a-f]{64}$/)

  const customerPage = await anotherBrowser(browser)
  await customerPage.goto(link ?? '')
  await expect(heading(customerPage, `For ${buyer}`)).toBeVisible()
  await expect(customerPage.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(customerPage.getByText('$ 400').first()).toBeVisible()
  await expect(customerPage.getByText(/^A deposit of .*\$ 150.* is due before we begin/)).toBeVisible()
  await expect(customerPage.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expectAccessible(customerPage)

  const person = await register(page.request)
  const session = await createSession(page.request, person)
  await saveAddress(page.request, session)
  await storeSession(customerPage, session)
  await customerPage.goto(link ?? '')
  await expect(customerPage.getByLabel(/Skeppsbron 12/)).toBeVisible()
  await overlayButton(customerPage, 'Account').click()
  await customerPage.getByRole('button', { name: 'Logout' }).click()
  await expect(customerPage.getByText('Please sign in to accept it. The order is saved in your account.')).toBeVisible()
  await expect(customerPage.getByLabel(/Skeppsbron 12/)).toHaveCount(0)

  await customerPage.evaluate(storeUsdCurrency)
  await customerPage.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(customerPage, person.email, person.password)
  await customerPage.getByLabel(/Skeppsbron 12/).check()
  await customerPage.getByRole('button', { name: 'Accept and order' }).dblclick()
  await expect(customerPage.getByText(/Your order number is ALP-\d+/)).toBeVisible()
  const orders = await fetchOrders(page.request, await createSession(page.request, person))
  expect(orders).toHaveLength(1)
  expect(orders[0]).toMatchObject({ totalPriceInUSD: 400, orderItems: [{ quantity: 40, unitPriceInUSD: 9 }] })
  await customerPage.reload()
  await expect(customerPage.getByText('This quote was accepted. Thank you.')).toBeVisible()
  await customerPage.close()

  await page.reload()
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(heading(page, /^Order ALP-/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^Q-\d+$/ })).toBeVisible()
  await expect(page.getByRole('main').getByText(/^(Quote|“Quote.*”)$/)).toHaveCount(0)
})
