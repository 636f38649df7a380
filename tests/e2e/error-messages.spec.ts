import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { enterAdmin } from './support/admin.ts'
import { atCheckout, payButton } from './support/checkout.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const general = 'Something went wrong, please try again later'

/** What stands between a browser and the shop answers in its own way. */
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

async function go(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
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
      await go(page, '/shop/crystal/citrine-point')
    },
    act: (page) => button(page, 'Add to Bag').click(),
  },
  'signing in': {
    call: '**/api/authentication/login',
    sentence: 'Login failed',
    open: (page) => go(page, '/login'),
    async act(page) {
      await fill(page, { 'Email or username': 'maya@mail.example', Password: 'Snow-Leopard-4' })
      await button(page, 'Login').click()
    },
  },
  registering: {
    call: '**/api/authentication/register**',
    sentence: 'something went wrong, Please try again later',
    open: (page) => go(page, '/register'),
    async act(page) {
      await fill(page, { Email: 'maya@mail.example', Password: 'Snow-Leopard-4' })
      await fill(page, { 'First name': 'Maya', 'Last name': 'Tamang' })
      await page.getByRole('form', { name: 'Register' }).getByRole('button').last().click()
    },
  },
  'a forgotten password': {
    call: '**/api/authentication/forgot-password**',
    sentence: 'something went wrong. Try again later',
    open: (page) => go(page, '/forget-password'),
    async act(page) {
      await fill(page, { Email: 'maya@mail.example' })
      await page.getByRole('main').getByRole('form').getByRole('button').last().click()
    },
  },
  'a new password': {
    call: '**/api/authentication/reset-password',
    sentence: 'something went wrong. Try again later',
    open: (page) => go(page, '/reset-password?token=t&email=maya%40mail.example'),
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
    sentence: general,
    async open(page) {
      await signIn(page)
      await go(page, '/profile?tab=AccountSettings')
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
  'settings of the shop': {
    call: '**/api/admin/settings',
    sentence: general,
    async open(page) {
      await enterAdmin(page)
      await go(page, '/admin/settings')
    },
    act: (page) => page.getByRole('main').getByRole('button', { name: /^Save/ }).click(),
  },
}

test.describe('an error answer without a message', () => {
  // The browser notes each 502 in its console.
  test.use({ mayComplain: true })

  for (const [name, { call, sentence, open, act }] of Object.entries(flows)) {
    for (const [kind, body] of Object.entries(bodies)) {
      // Every flow reads an answer in the same way, so one of them tries all kinds.
      if (kind !== 'JSON without a message' && name !== 'an order') continue
      const isFirst = kind === 'JSON without a message' && name === 'an order'
      test(`shows the sentence for ${name} after ${kind}`, { tag: isFirst ? [] : onlyInFull }, async ({ page }) => {
        await open(page)
        await page.route(call, (route) =>
          // What the page reads by itself goes on; only what is sent fails.
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
