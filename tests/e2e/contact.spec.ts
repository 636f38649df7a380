import { holdRequests } from './support/network.ts'
import { home } from './support/paths.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test.describe('Get In Touch', () => {
  test('shows an error beside each empty field and sends nothing', async ({ page }) => {
    await page.goto(home)
    await waitForHydration(page)
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await expect(page.getByText('Contact us', { exact: true }).first()).toBeVisible()
    await expect(page.getByLabel('Your question')).toHaveAttribute('rows', '5')
    await page.getByLabel('Last name').fill('   ')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Please enter your first name.')
    await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Please enter your last name.')
    await expect(page.getByLabel('Your question')).toHaveAccessibleDescription('Please enter your question.')
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.getByLabel('First name').fill('Mira')
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('')
    expect(calls.filter((url) => url.includes('GetInTouch'))).toEqual([])
  })

  test('shows Sending..., then a confirmation, and clears the fields', async ({ page }) => {
    await page.goto(home)
    await waitForHydration(page)
    const release = await holdRequests(page, '**/api/GetInTouch')
    await page.getByLabel('First name').fill('Mira')
    await page.getByLabel('Last name').fill('Gurung')
    await page.getByLabel('Email').fill('mira')
    await page.getByLabel('Your question').fill('Is the <b>ruby</b> heated? 💎')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Please enter/)
    await page.getByLabel('Email').fill('mira@people.example')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    release()
    await expect(page.getByText('Message sent successfully')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    for (const label of ['First name', 'Last name', 'Email', 'Your question'])
      await expect(page.getByLabel(label)).toHaveValue('')
  })
})

test.describe('Get In Touch, when the call fails', () => {
  test.use({ allowConsoleErrors: true })
  test.beforeEach(async ({ page }) => {
    await page.goto(home)
    await waitForHydration(page)
    await page.getByLabel('First name').fill('Mira')
    await page.getByLabel('Last name').fill('Gurung')
  })

  test('keeps the input when the shop cannot be reached', async ({ page }) => {
    await page.route('**/api/GetInTouch', (route) => route.abort())
    await page.getByLabel('Your question').fill('Is it heated?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Something went wrong, please try again later')).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Mira')
    await expect(page.getByLabel('Your question')).toHaveValue('Is it heated?')
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  })

  for (const length of [5001, 100_000]) {
    test(`rejects a question of ${length} characters`, { tag: onlyInFull }, async ({ page }) => {
      const question = 'a'.repeat(length)
      await page.getByLabel('Your question').fill(question)
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByLabel('Your question')).toHaveAccessibleDescription('Please use at most 5,000 characters.')
      await expect(page.getByLabel('Your question')).toBeFocused()
      await expect(page.getByLabel('Your question')).toHaveValue(question)
    })
  }
})
