import type { APIRequestContext, Page } from '@playwright/test'
import type { WireProduct } from '#modules/catalog/contract.ts'
import type { StockHistory } from '#modules/catalog/stock-contract.ts'
import { newPerson, type Session } from './support/accounts.ts'
import { ownerSession, test } from './support/admin.ts'
import { uniqueSuffix } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { expectAccessible, expectAccessibleWhenNarrow, expectNoOverflow } from './support/axe.ts'
import { expectEmail, linkFromEmail } from './support/emails.ts'
import { measureLayoutShift } from './support/layout-shift.ts'
import { product } from './support/paths.ts'
import { bothWidths, expect, waitForHydration } from './support/test.ts'

type Variant = { kind: 'size'; attributeValue: string; measure: string; productQuantity: number }

/** A product of its own, so that its stock can change. */
async function addSoldOut(request: APIRequestContext, attributes: Variant[] = []) {
  const owner = await ownerSession(request)
  const name = `Rare Stone ${uniqueSuffix()}`
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const data = { slug, name, description: 'Rare.', categoryId: 1, price: 1000, priceInUSD: 8, stock: 0, attributes }
  const { productId } = await callApi<WireProduct>(request, owner, '/admin/products', { method: 'POST', data })
  const stockPath = `/admin/products/${productId}/stock`
  const restock = async () => {
    const { items } = await callApi<StockHistory>(request, owner, stockPath)
    for (const { variantId, stock } of items.filter(({ stock: left }) => left === 0))
      await callApi(request, owner, stockPath, {
        method: 'POST',
        data: { variantId, stock: 4, stockRead: stock, reason: 'New ones' },
      })
  }
  return { productId, name, path: product('crystal', slug), restock }
}

const size = (attributeValue: string, productQuantity: number): Variant => ({
  kind: 'size',
  attributeValue,
  measure: '',
  productQuantity,
})

/** The newest link to this address, as soon as there is one that is not `former`. */
async function confirmationLink(request: APIRequestContext, address: string, former = ''): Promise<string> {
  let link = ''
  const isNew = async () => {
    const response = await request.get(`/dev/mailbox/latest?${new URLSearchParams({ address })}`)
    const source = response.ok() ? (await response.text()).replace(/=\r?\n/g, '') : ''
    link = /\/stock-alerts\/[0-9a-f]{64}/.exec(source)?.[0] ?? ''
    return link !== '' && link !== former
  }
  await expect.poll(isNew).toBe(true)
  return link
}

async function confirmEmail(request: APIRequestContext, { userEmail }: Session): Promise<void> {
  const link = await linkFromEmail(request, userEmail, 'confirm-email')
  expect((await request.get(`/api/authentication${link}`)).ok()).toBe(true)
}

const askButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Email me when it is back' })

test('a visitor asks with the keyboard, confirms by email and is told', {
  tag: bothWidths,
}, async ({ page, request }) => {
  const { name, path, restock } = await addSoldOut(request)
  const { email } = newPerson()
  await page.goto(path)
  await waitForHydration(page)
  await askButton(page).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Email me when it is back' })
  await expect(form.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter an email address, such as name@example.com.',
  )
  await expectNoOverflow(page)
  await expectAccessible(page)
  await form.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  const sent = page.getByText('Please check your email')
  await expect(sent).toBeFocused()
  await expectAccessible(page)

  await page.goto(await confirmationLink(request, email))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Email you when ${name} is back?`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, email me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your stock alerts')
  await expect(page.getByRole('list', { name: 'Stock alerts' }).getByRole('link', { name })).toBeVisible()
  await restock()
  await expectEmail(request, email, `Subject: ${name} is back in stock`)

  await page.goto(await confirmationLink(request, email))
  await expect(page.getByText(`We have emailed ${email} that ${name} is back.`)).toBeVisible()
  await expectAccessibleWhenNarrow(page)
})

test('a visitor ends one alert with its link', async ({ page, request }) => {
  const { email } = newPerson()
  const [first, second] = [await addSoldOut(request), await addSoldOut(request)]
  const confirm = async (productId: number, former?: string) => {
    await request.post('/api/stock-alerts', { data: { productId, email } })
    const link = await confirmationLink(request, email, former)
    await page.goto(link)
    await page.getByRole('button', { name: 'Yes, email me' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your stock alerts')
    return link
  }
  const firstLink = await confirm(first.productId)
  await confirm(second.productId, firstLink)
  await page.getByRole('button', { name: `Do not email me about ${second.name}` }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    `We will not email ${email} about ${second.name}, unless you ask again. Your other stock alerts stay.`,
  )
  await page.goto(firstLink)
  await page.getByRole('button', { name: `Do not email me about ${first.name}` }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    `We will not email ${email} about ${first.name}, unless you ask again.`,
  )
})

test('a visitor ends all alerts with the link', async ({ page, request }) => {
  const { path } = await addSoldOut(request, [size('Small', 3), size('Large', 0)])
  const { email } = newPerson()
  await page.goto(path)
  await waitForHydration(page)
  await expect(page.getByText('Large is sold out.')).toBeVisible()
  await askButton(page).click()
  await page.getByLabel('Email, when Large is back').fill(email)
  await page.getByRole('button', { name: 'Email me', exact: true }).click()
  await page.goto(await confirmationLink(request, email))
  await page.getByRole('button', { name: 'Yes, email me' }).click()
  await page.getByRole('button', { name: 'End all stock alerts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We will not email you')
})

test('a customer waits with one press, and no longer with another', {
  tag: bothWidths,
}, async ({ page, request, customer }) => {
  const { path } = await addSoldOut(request, [size('Small', 3), size('Large', 0)])
  await confirmEmail(request, customer)
  await page.goto(path)
  await waitForHydration(page)
  await askButton(page).click()
  const waiting = page.getByText('We will email you when Large is back.')
  const end = page.getByRole('button', { name: 'Do not email me' })
  await expect(waiting).toBeVisible()
  await expect(end).toBeFocused()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await end.click()
  await expect(askButton(page)).toBeVisible()
  await askButton(page).click()
  await expect(waiting).toBeVisible()

  expect(await measureLayoutShift(page, path)).toBeLessThan(0.01)
  await expect(waiting).toBeVisible()
  await expect(end).not.toBeFocused()
})

test('a customer sees the alerts in Saved Items, ends one and is told about the other', async ({
  page,
  request,
  customer,
}) => {
  const [first, second] = [await addSoldOut(request), await addSoldOut(request)]
  await confirmEmail(request, customer)
  for (const { productId } of [first, second])
    await callApi(request, customer, '/stock-alerts', { method: 'POST', data: { productId } })
  await page.goto('/profile?tab=SavedItems')
  const list = page.getByRole('list', { name: 'Stock alerts' })
  await expect(list.getByRole('link', { name: first.name })).toBeVisible()
  await expectAccessibleWhenNarrow(page)
  await list.getByRole('button', { name: `Do not email me about ${first.name}` }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await first.restock()
  await second.restock()
  await expectEmail(request, customer.userEmail, `${second.name} is back in stock`)
})
