import { randomBytes } from 'node:crypto'
import type { EnquiryRow } from '#modules/enquiries/desk-schema.ts'
import { bringSession, register, sessionOf } from './accounts-people.ts'
import { enterOffice, goTo, heading } from './admin.ts'
import { expectNoBarriers } from './axe.ts'
import { ask, ordersOf, saveAddress } from './buying.ts'
import { expectToast, opener } from './frame-visit.ts'
import { holdBack } from './hold-back.ts'
import { secondPage } from './second-page.ts'
import { chooseDollars, expect, test } from './visit.ts'

const evil = '<img src=x onerror="document.title=\'broken\'">'

test('a bulk enquiry becomes a quote, and the quote one order', async ({ page, browser }) => {
  const mark = randomBytes(3).toString('hex')
  const buyer = `Hotel ${mark} ${evil}`
  const email = `hotel.${mark}@mail.example`
  const sent = await page.request.post('/api/BulkBuying', {
    data: { name: buyer, email, phoneNumber: '9801234567', message: `Forty bowls. ${evil}` },
  })
  expect(sent.status()).toBe(201)

  await enterOffice(page)
  await page.goto('/admin')
  await goTo(page, 'Enquiries')
  await page.getByLabel('Name, email or word').fill(mark)
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
  const letGo = await holdBack(page, '**/api/admin/quotes/*')
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

  const theirs = await secondPage(browser)
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
  const login = theirs.getByRole('form', { name: 'Login', exact: true })
  await login.getByLabel('Email or username').fill(person.email)
  await login.getByLabel('Password', { exact: true }).fill(person.password)
  await login.getByRole('button', { name: 'Login' }).click()
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

test.describe('an enquiry', () => {
  test.use({ refusals: ['/api/admin/enquiries'] })

  test('is answered by mail from its page, and what is being typed stays when somebody else was quicker', async ({
    page,
  }) => {
    const mark = randomBytes(3).toString('hex')
    const data = {
      name: `Shop ${mark}`,
      email: `${mark}@mail.example`,
      phoneNumber: '9801234567',
      message: 'Key rings?',
    }
    await page.request.post('/api/BulkBuying', { data })
    const session = await enterOffice(page)
    const { rows } = await ask<{ rows: EnquiryRow[] }>(page.request, session, `/admin/enquiries?q=${mark}`)
    const call = `/admin/enquiries/${rows[0]?.enquiryId}`
    await page.goto(call)
    const words = page.getByLabel('Your words')
    await words.fill('Yes, in')
    const quicker = { to: data.email, message: 'We will see.' }
    await ask(page.request, session, `${call}/answers`, { method: 'POST', data: quicker })
    await page.getByRole('button', { name: 'Close without an answer' }).click()
    await expect(page.getByText(quicker.message)).toBeVisible()
    await expect(words).toHaveValue('Yes, in')
    await words.fill('Yes, in two weeks.')
    await expectToast(page, ['status', 'The answer is on its way'], () =>
      page.getByRole('button', { name: 'Send the answer' }).click(),
    )
    await expect(page.getByRole('heading', { name: /^Answer by/ }).first()).toBeVisible()
    await expect(page.getByText('Yes, in two weeks.')).toBeVisible()
    await expect(words).toHaveValue('')
  })
})
