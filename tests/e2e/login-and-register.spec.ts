import type { Page } from '@playwright/test'
import { backgroundCalls, logIn, loginForm, newPerson, register } from './support/accounts.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const weakPasswordMessage =
  'Password must contain an uppercase letter, a lowercase letter, a number, and be at least 8 characters long'

/** Delays the response until the returned function is called. */
async function holdResponse(page: Page, pattern: string, response: { status: number; json: object }) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.fulfill(response)
  })
  return resolve
}

async function fillRegistration(page: Page, { password = 'Snow-Leopard-4', email = newPerson().email } = {}) {
  const fields = form(page, 'Register')
  await fields.getByLabel('Email').fill(email)
  await fields.getByLabel('Password', { exact: true }).fill(password)
  await fields.getByLabel('First name').fill('Maya')
  await fields.getByLabel('Last name').fill('Tamang')
  return fields.getByRole('button', { name: 'Create account' })
}

test.describe('signing in', () => {
  test.use({ expectedFailures: ['/api/authentication/login', ...backgroundCalls] })

  test('rejects empty fields, focuses the first and sends nothing', async ({ page }) => {
    let calls = 0
    await page.route('**/api/authentication/login', (route) => {
      calls += 1
      return route.abort()
    })
    await page.goto('/login')
    await waitForHydration(page)
    await loginForm(page).getByRole('button', { name: 'Login' }).click()
    const name = loginForm(page).getByLabel('Email or username')
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toHaveAccessibleDescription('Please enter your email or username.')
    await expect(loginForm(page).getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Please enter your password.',
    )
    expect(calls).toBe(0)
  })

  test('shows the same message for a wrong password and an unknown name', async ({ page, request }) => {
    const { email } = await register(request)
    await page.goto('/login')
    await waitForHydration(page)
    for (const name of [email, 'nobody@mail.example']) {
      await expectToast(page, ['alert', 'Login failed'], () => logIn(page, name, 'Wrong-password-1'))
      await expect(loginForm(page).getByRole('alert')).toHaveText(
        'The name or the password is not right. Please check both.',
      )
    }
    await expect(page).toHaveURL('/login')
  })

  test('disables the button and shows Logging... while submitting', async ({ page }) => {
    const release = await holdResponse(page, '**/api/authentication/login', {
      status: 200,
      json: { token: 't', userId: 'u', userEmail: 'maya@mail.example' },
    })
    await page.goto('/login')
    await waitForHydration(page)
    await logIn(page, 'maya@mail.example', 'whatever')
    await expect(loginForm(page).getByRole('button', { name: 'Logging...' })).toBeDisabled()
    await expectToast(page, ['status', 'successfully login'], async () => release())
    await expect(page).toHaveURL('/')
  })

  test('shows and hides the password', { tag: onlyInFull }, async ({ page }) => {
    await page.goto('/login')
    await waitForHydration(page)
    const field = loginForm(page).getByLabel('Password', { exact: true })
    await field.fill('secret')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveValue('secret')
  })
})

test.describe('registering', () => {
  test.use({ expectedFailures: ['/api/authentication/register'] })

  test('ticks the password rules as they are met', { tag: onlyInFull }, async ({ page }) => {
    await page.goto('/register')
    await waitForHydration(page)
    const rules = page.getByRole('list', { name: 'Password requirements' }).getByRole('listitem')
    const metRules = () => rules.filter({ hasText: ': done' })
    await expect(rules).toHaveCount(4)
    await expect(metRules()).toHaveCount(0)
    for (const [password, count] of [
      ['a', 1],
      ['aB', 2],
      ['aB3', 3],
      ['aB345678', 4],
    ] as const) {
      await form(page, 'Register').getByLabel('Password', { exact: true }).fill(password)
      await expect(metRules()).toHaveCount(count)
      await expect(metRules().locator('svg'), 'a tick for each rule that is met').toHaveCount(count)
      await expect(rules.locator('svg'), 'none for the others').toHaveCount(count)
    }
  })

  test('rejects a weak password', async ({ page }) => {
    await page.route('**/api/authentication/register**', (route) => route.abort())
    await page.goto('/register')
    await waitForHydration(page)
    const create = await fillRegistration(page, { password: 'alllowercase1' })
    await create.click()
    await expect(form(page, 'Register').getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      weakPasswordMessage,
    )
  })

  test('shows Creating, then the server’s message, and clears the form', async ({ page }) => {
    const release = await holdResponse(page, '**/api/authentication/register**', {
      status: 201,
      json: { message: 'Welcome, Maya.' },
    })
    await page.goto('/register')
    await waitForHydration(page)
    const create = await fillRegistration(page)
    const [sent] = await Promise.all([page.waitForRequest('**/api/authentication/register**'), create.click()])
    expect(new URL(sent.url()).search).toBe('?role=Customer')
    expect(sent.postDataJSON() as unknown).toMatchObject({ username: 'MayaTamang', password: 'Snow-Leopard-4' })
    await expect(form(page, 'Register').getByRole('button', { name: 'Creating' })).toBeDisabled()
    await expectToast(page, ['status', 'Welcome, Maya.'], async () => release())
    await expect(form(page, 'Register').getByLabel('First name')).toHaveValue('')
    await expect(form(page, 'Register').getByRole('status')).toContainText('Please open the link that we sent to')
    await expect(page.getByText(': done')).toHaveCount(0)
  })

  test('rejects an email that has an account and keeps the input', async ({ page, request }) => {
    const { email } = await register(request)
    await page.goto('/register')
    await waitForHydration(page)
    const create = await fillRegistration(page, { email })
    const message = 'There is already an account with this email.'
    await expectToast(page, ['alert', message], () => create.click())
    await expect(form(page, 'Register').getByLabel('Email')).toHaveAccessibleDescription(message)
    await expect(form(page, 'Register').getByLabel('Email')).toBeFocused()
    await expect(form(page, 'Register').getByLabel('Last name')).toHaveValue('Tamang')
  })

  test('shows the specified sentence for a failure without a message', { tag: onlyInFull }, async ({ page }) => {
    await page.goto('/register')
    await waitForHydration(page)
    const create = await fillRegistration(page)
    await page.route('**/api/authentication/register**', (route) =>
      route.fulfill({ status: 409, json: { message: '', errors: [] } }),
    )
    await expectToast(page, ['alert', 'something went wrong, Please try again later'], () => create.click())
  })
})
