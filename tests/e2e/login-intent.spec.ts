import type { Locator, Page } from '@playwright/test'
import { logIn, newPerson, register, registerByForm, registerForm } from './support/accounts.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { fetchProduct } from './support/api.ts'
import { cartPanel, fetchCart } from './support/cart.ts'
import { linkFromEmail } from './support/emails.ts'
import { overlayButton } from './support/overlays.ts'
import { product, search } from './support/paths.ts'
import { cardOf } from './support/product-cards.ts'
import { signInAtProvider } from './support/provider.ts'
import { bothWidths, bothWidthsInFull, expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { toastOf } from './support/toasts.ts'

const quartz = product('crystal', 'smoky-quartz-point')
const main = (page: Page): Locator => page.getByRole('main')
const size = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Size' }).getByRole('button', { name: new RegExp(`^${name}`) })
const quantity = (page: Page): Locator => page.getByRole('group', { name: 'Quantity' })
const button = (page: Page, name: string): Locator => main(page).getByRole('button', { name, exact: true }).first()

async function selectTwoMedium(page: Page): Promise<void> {
  await page.goto(quartz)
  await waitForHydration(page)
  await size(page, 'Medium').click()
  await quantity(page).getByRole('button', { name: 'Increase quantity' }).click()
}

async function expectTwoMedium(page: Page): Promise<void> {
  await expect(size(page, 'Medium')).toHaveAttribute('aria-pressed', 'true')
  await expect(quantity(page).getByRole('status')).toHaveText('2')
}

async function expectTwoMediumAtCheckout(page: Page): Promise<void> {
  await expect(page).toHaveURL('/checkout')
  const order = page.getByRole('complementary', { name: 'Your order' })
  await expect(order).toContainText('Medium, 55–75 mm')
  await expect(order.getByRole('group', { name: 'Quantity of Smoky Quartz Point' }).getByRole('status')).toHaveText('2')
}

test.describe('login resumes the action of the visitor:', { tag: bothWidthsInFull }, () => {
  test('Add to Bag, through the Login link of its toast', async ({ page, request }) => {
    const { email, password } = await register(request)
    await selectTwoMedium(page)
    await button(page, 'Add to Bag').click()
    await toastOf(page, ['status', 'Please login to add product to cart']).getByRole('link', { name: 'Login' }).click()
    await logIn(page, email, password)
    await expect(page).toHaveURL(quartz)
    await expectTwoMedium(page)
    await expect(button(page, 'Add to Bag')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cartPanel(page)).toContainText('Quantity 2')
  })

  test('Buy Now, which continues to the checkout', { tag: bothWidths }, async ({ page, request }) => {
    const { email, password } = await register(request)
    await selectTwoMedium(page)
    await button(page, 'Buy Now').click()
    await logIn(page, email, password)
    await expectTwoMediumAtCheckout(page)
    await page.goBack()
    await expect(page).toHaveURL(quartz)
    await expect(page.getByRole('group', { name: 'Size' })).toBeVisible()
  })

  test('a heart and ADD TO BAG on a card', async ({ page, request }) => {
    const { email, password } = await register(request)
    await page.goto(search('smoky quartz'))
    await waitForHydration(page)
    const heart = cardOf(page, 'Smoky Quartz Point').getByRole('button', { name: 'Save Smoky Quartz Point' })
    await heart.click()
    await toastOf(page, ['status', 'Please login to save products']).getByRole('link', { name: 'Login' }).click()
    await logIn(page, email, password)
    await expect(page).toHaveURL(search('smoky quartz'))
    await expect(heart).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await cardOf(page, 'Smoky Quartz Point').getByRole('button', { name: 'ADD TO BAG' }).click()
    await page.getByRole('menuitem', { name: 'Large, 75–100 mm' }).click()
    await expect(cartPanel(page)).toContainText('Large, 75–100 mm')
  })

  test('opening the cart', async ({ page, request }) => {
    const { email, password } = await register(request)
    await page.goto(quartz)
    await waitForHydration(page)
    await overlayButton(page, 'Shopping bag').click()
    await logIn(page, email, password)
    await expect(page).toHaveURL(quartz)
    await expect(cartPanel(page)).toBeVisible()
  })
})

test.describe('the visitor’s selection is restored', () => {
  test('after registering, with the email filled in at the login', { tag: [bothWidthsInFull, onlyInFull] }, async ({
    page,
  }) => {
    const person = newPerson()
    const { email, password } = person
    await selectTwoMedium(page)
    await button(page, 'Buy Now').click()
    await main(page).getByRole('link', { name: 'Create an account' }).click()
    await registerByForm(page, person)
    await registerForm(page).getByRole('link', { name: 'Login' }).click()
    const login = page.getByRole('form', { name: 'Login', exact: true })
    await expect(login.getByLabel('Email or username')).toHaveValue(email)
    await login.getByLabel('Password', { exact: true }).fill(password)
    await login.getByRole('button', { name: 'Login' }).click()
    await expectTwoMediumAtCheckout(page)
  })

  test('after the confirmation email, on another device too', { tag: bothWidthsInFull }, async ({
    page,
    browser,
    request,
  }) => {
    const person = newPerson()
    const { email, password } = person
    await selectTwoMedium(page)
    await button(page, 'Buy Now').click()
    await main(page).getByRole('link', { name: 'Create an account' }).click()
    await registerByForm(page, person)
    const link = await linkFromEmail(request, email, 'confirm-email')

    const other = await anotherBrowser(browser)
    await other.goto(new URL(link, page.url()).href)
    await main(other).getByRole('link', { name: 'Login' }).click()
    await logIn(other, email, password)
    // Only the browser in which Buy Now was pressed continues to the checkout.
    await expect(other).toHaveURL(new URL(quartz, page.url()).href)
    await expectTwoMedium(other)
    await other.context().close()

    await page.goto(link)
    await main(page).getByRole('link', { name: 'Login' }).click()
    await logIn(page, email, password)
    await expectTwoMediumAtCheckout(page)
  })

  test('after a sign-in through the identity provider', { tag: bothWidthsInFull }, async ({ page }) => {
    await selectTwoMedium(page)
    await button(page, 'Buy Now').click()
    await signInAtProvider(page, { email: newPerson().email, name: 'Maya Tamang' })
    await expectTwoMediumAtCheckout(page)
  })

  test('after a visit to the forgot-password page', { tag: onlyInFull }, async ({ page, request }) => {
    const { email, password } = await register(request)
    await selectTwoMedium(page)
    await button(page, 'Buy Now').click()
    await main(page).getByRole('link', { name: 'Forgot password?' }).click()
    await main(page).getByRole('link', { name: 'Back to login' }).click()
    await logIn(page, email, password)
    await expectTwoMediumAtCheckout(page)
  })
})

test('an external link with a buy intent buys nothing', async ({ page, request, customer }) => {
  const { productId, attributes } = await fetchProduct(request, 'smoky-quartz-point')
  const medium = attributes.find(({ attributeValue }) => attributeValue === 'Medium')?.productAttributeId
  await page.goto(`${quartz}#intent=buy&product=${productId}&variant=${medium}&quantity=2`)
  await waitForHydration(page)
  await expectTwoMedium(page)
  await expect(page).toHaveURL(quartz)
  expect((await fetchCart(request, customer)).cartItems).toEqual([])
})
