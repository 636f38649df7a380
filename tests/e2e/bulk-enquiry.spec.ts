import type { Page, Route } from '@playwright/test'
import { href } from 'react-router'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'

const bulkBuying = href('/bulk-buying')

const input = {
  Name: 'Jon <script>alert(1)</script> 🏔',
  Email: 'jon@example.com',
  'Phone number, 10 digits': '0984100000',
  Message: 'Forty felt trivets, please.\nBy March, if the workshop can.',
}
const sent = "Message sent successfully we'll get back to you soon"
const failed = 'Something went wrong, please try again later'

const form = (page: Page) => page.getByRole('form', { name: 'Bulk enquiry' })
const send = (page: Page) => form(page).getByRole('button', { name: 'Send' })
const fields = (page: Page) => Object.keys(input).map((label) => form(page).getByLabel(label, { exact: true }))

async function fillIn(page: Page): Promise<void> {
  await page.goto(bulkBuying)
  await waitForHydration(page)
  for (const [label, text] of Object.entries(input)) await form(page).getByLabel(label, { exact: true }).fill(text)
}

async function expectInputUnchanged(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(input))
    await expect(form(page).getByLabel(label, { exact: true })).toHaveValue(text)
}

test('sends an enquiry, confirms it and clears the fields', async ({ page }) => {
  await fillIn(page)
  const pendingResponse = page.waitForResponse('**/api/BulkBuying')
  await send(page).click()
  const response = await pendingResponse
  expect(response.status()).toBe(201)
  const body: unknown = response.request().postDataJSON()
  expect(body).toMatchObject({ name: input.Name, phoneNumber: '0984100000', website: '' })
  await expect(page.getByText(sent, { exact: true })).toBeVisible()
  for (const field of fields(page)) await expect(field).toHaveValue('')
})

test('shows Sending... while it sends, and sends once', async ({ page }) => {
  const requests: string[] = []
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  await page.route('**/api/BulkBuying', async (route) => {
    requests.push(route.request().method())
    await allowed
    await route.fulfill({ status: 201, json: { message: sent } })
  })
  await fillIn(page)
  await send(page).click()
  const busy = form(page).getByRole('button', { name: 'Sending...' })
  await expect(busy).toBeDisabled()
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  await form(page).getByLabel('Name', { exact: true }).press('Enter')
  allow()
  await expect(page.getByText(sent, { exact: true })).toBeVisible()
  await expect(send(page)).toBeEnabled()
  expect(requests).toEqual(['POST'])
})

test('shows an error beside each invalid field and sends nothing', async ({ page }) => {
  let requests = 0
  await page.route('**/api/BulkBuying', (route) => {
    requests++
    return route.abort()
  })
  await page.goto(bulkBuying)
  await waitForHydration(page)
  await send(page).click()
  const [name, email, phone, message] = fields(page)
  if (!name || !email || !phone || !message) throw new Error('The form has four fields')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Please enter your name.')
  await expect(email).toHaveAccessibleDescription('Please enter an email address, such as name@example.com.')
  await expect(phone).toHaveAccessibleDescription('Please enter a phone number of 10 digits.')
  await expect(message).toHaveAccessibleDescription('Please enter your message.')
  await name.fill('Jon')
  await expect(name).toHaveAccessibleDescription('')
  await email.fill('jon@')
  await phone.fill('12345')
  await message.fill('Forty bowls')
  await send(page).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(phone).toHaveAccessibleDescription('Please enter a phone number of 10 digits.')
  await expect(phone).toHaveValue('12345')
  expect(requests).toBe(0)
})

test('has a numeric phone field that keeps invalid input', { tag: onlyInFull }, async ({ page }) => {
  await fillIn(page)
  const phone = form(page).getByLabel('Phone number, 10 digits')
  for (const [name, value] of Object.entries({ type: 'tel', inputmode: 'numeric', pattern: '[0-9]{10}' }))
    await expect(phone).toHaveAttribute(name, value)
  await phone.fill('')
  await phone.pressSequentially('+977 980-000')
  await send(page).click()
  await expect(phone).toHaveAccessibleDescription('Please enter a phone number of 10 digits.')
  await expect(phone).toHaveValue('+977 980-000')
})

test('hides the honeypot field', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(bulkBuying)
  await expect(page.getByLabel('Website')).not.toBeInViewport()
  await expect(form(page).getByRole('textbox', { name: 'Website' })).toHaveCount(0)
})

test.describe('when the call fails', () => {
  test.use({ allowConsoleErrors: true })

  for (const [failure, fail] of [
    ['a server error', (route: Route) => route.fulfill({ status: 500, body: 'oops' })],
    ['a lost connection', (route: Route) => route.abort()],
  ] as const) {
    test(`shows ${failure} and keeps the input`, { tag: onlyInFull }, async ({ page }) => {
      await page.route('**/api/BulkBuying', fail)
      await fillIn(page)
      await send(page).click()
      await expect(page.getByText(failed, { exact: true })).toBeVisible()
      await expectInputUnchanged(page)
      await expect(send(page)).toBeEnabled()
    })
  }

  test('shows the server’s message beside the field', async ({ page }) => {
    const description = 'Please use at most 5,000 characters.'
    const json = { message: description, errors: [{ code: 'too_big', field: 'message', description }] }
    await page.route('**/api/BulkBuying', (route) => route.fulfill({ status: 400, json }), { times: 1 })
    await fillIn(page)
    const message = form(page).getByLabel('Message', { exact: true })
    await send(page).click()
    await expect(page.getByText(failed, { exact: true })).toBeVisible()
    await expect(message).toHaveAccessibleDescription(description)
    await expect(message).toBeFocused()
    await expectInputUnchanged(page)
    await send(page).click()
    await expect(page.getByText(sent, { exact: true })).toBeVisible()
  })
})
