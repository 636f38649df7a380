import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { atCheckout, payButton } from './support/checkout.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const generalMessage = 'Something went wrong, please try again later'

/** Error responses of proxies between the browser and the shop. */
const bodies = {
  'an HTML page': { contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  'JSON without a message': { contentType: 'application/json', body: '{"error":"upstream"}' },
  'an empty body': { contentType: 'application/json', body: '' },
}

type Flow = { call: string; sentence: string; open(page: Page): Promise<unknown>; act(page: Page): Promise<unknown> }

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(value)
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

const flows: Record<string, Flow> = {
  'an order': {
    call: '**/api/order',
    sentence: 'Error creating order',
    open: (page) => atCheckout(page),
    act: (page) => payButton(page).click(),
  },
  'adding to the cart': {
    call: '**/api/ShoppingCart/**',
    sentence: 'Failed to add product to cart',
    async open(page) {
      await signIn(page)
      await openPage(page, '/shop/crystal/citrine-point')
    },
    act: (page) => button(page, 'Add to Bag').click(),
  },
  'signing in': {
    call: '**/api/authentication/login',
    sentence: 'Login failed',
    open: (page) => openPage(page, '/login'),
    async act(page) {
      await fill(page, { 'Email or username': 'maya@mail.example', Password: 'Snow-Leopard-4' })
      await button(page, 'Login').click()
    },
  },
  registering: {
    call: '**/api/authentication/register**',
    sentence: 'something went wrong, Please try again later',
    open: (page) => openPage(page, '/register'),
    async act(page) {
      await fill(page, { Email: 'maya@mail.example', Password: 'Snow-Leopard-4' })
      await fill(page, { 'First name': 'Maya', 'Last name': 'Tamang' })
      await page.getByRole('form', { name: 'Register' }).getByRole('button').last().click()
    },
  },
  'a forgotten password': {
    call: '**/api/authentication/forgot-password**',
    sentence: 'something went wrong. Try again later',
    open: (page) => openPage(page, '/forget-password'),
    async act(page) {
      await fill(page, { Email: 'maya@mail.example' })
      await page.getByRole('main').getByRole('form').getByRole('button').last().click()
    },
  },
  'a new password': {
    call: '**/api/authentication/reset-password',
    sentence: 'something went wrong. Try again later',
    open: (page) => openPage(page, '/reset-password?token=t&email=maya%40mail.example'),
    async act(page) {
      for (const field of await page.getByRole('main').locator('input[autocomplete="new-password"]').all())
        await field.fill('Snow-Leopard-4')
      await page.getByRole('main').getByRole('form').getByRole('button').last().click()
    },
  },
  'a confirmed email': {
    call: '**/api/authentication/confirm-email**',
    sentence: 'Email confirmation failed. Please try again later.',
    open: (page) => page.goto('/learn'),
    act: (page) => page.goto('/confirm-email?token=t&email=maya%40mail.example'),
  },
  'the profile': {
    call: '**/api/userdetails/*',
    sentence: generalMessage,
    async open(page) {
      await signIn(page)
      await openPage(page, '/profile?tab=AccountSettings')
    },
    async act(page) {
      await fill(page, { 'Full name': 'Maya Tamang' })
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Save|Update)/ })
        .first()
        .click()
    },
  },
}

test.describe('an error response without a message', () => {
  // The browser logs each 502 in its console.
  test.use({ allowConsoleErrors: true })

  for (const [name, { call, sentence, open, act }] of Object.entries(flows)) {
    for (const [kind, body] of Object.entries(bodies)) {
      // All flows read error responses in the same way, so only one flow tests all kinds.
      if (kind !== 'JSON without a message' && name !== 'an order') continue
      const isFirst = kind === 'JSON without a message' && name === 'an order'
      test(`shows the specified message for ${name} after ${kind}`, { tag: isFirst ? [] : onlyInFull }, async ({
        page,
      }) => {
        await open(page)
        await page.route(call, (route) =>
          // Only the submitted call fails, not the page's own reads.
          route.request().method() === 'GET' && !call.includes('confirm')
            ? route.fallback()
            : route.fulfill({ status: 502, ...body }),
        )
        await expectToast(page, ['alert', sentence], async () => void (await act(page)))
        await expect(page.getByRole('alert').filter({ hasText: /^\s*$/ })).toHaveCount(0)
      })
    }
  }
})
