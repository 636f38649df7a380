import type { Locator, Page } from '@playwright/test'
import { enterAdmin, goTo, test } from './support/admin.ts'
import { enterAdminWithProduct } from './support/admin-products.ts'
import { fetchProductNames } from './support/api.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const rowsOf = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true }).getByRole('listitem')
const handleOf = (row: Locator) => row.getByRole('button', { name: /: drag, or use the arrow keys$/ })
const namesOf = async (rows: Locator) => rows.getByRole('link').allTextContents()
const shown = (page: Page, tag: string) => fetchProductNames(page.request, `/api/product/tags/${tag}`)

const saveList = (page: Page) => page.getByRole('button', { name: 'Save list' }).click()

async function drag(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('A row is not visible')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height, { steps: 8 })
  await page.mouse.up()
}

test('products are put in order by dragging, and the shop shows the order', async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin')
  await goTo(page, 'Lists')
  await page.getByRole('link', { name: 'Popular' }).click()
  const rows = rowsOf(page, 'Popular')
  const [first = '', second = '', third = '', ...others] = await shown(page, 'popular')
  await expect(rows.getByRole('link')).toHaveText([first, second, third, ...others])

  await drag(page, handleOf(rows.nth(0)), handleOf(rows.nth(2)))
  await expect(rows.getByRole('link')).toHaveText([second, third, first, ...others])
  await drag(page, handleOf(rows.nth(2)), handleOf(rows.nth(2)))
  await expect(rows.getByRole('link')).toHaveText([second, third, first, ...others])

  await expectToast(page, ['status', 'Popular saved'], () => saveList(page))
  expect(await shown(page, 'popular')).toEqual([second, third, first, ...others])

  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rows.getByRole('link')).toHaveText([first, second, third, ...others])
  expect(await shown(page, 'popular')).toEqual([first, second, third, ...others])
})

test('products are put in order with the keyboard alone', async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/lists?list=bestseller')
  const rows = rowsOf(page, 'Best sellers')
  await expect(rows.first()).toBeVisible()
  const [first = '', second = '', ...others] = await namesOf(rows)
  const handle = page.getByRole('button', { name: `Move ${first}: drag, or use the arrow keys` })
  await handle.focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.getByRole('link')).toHaveText([second, first, ...others])
  await expect(handle).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: `${first}: 2 of ${others.length + 2}` })).toBeAttached()
  await page.keyboard.press('End')
  await expect(rows.getByRole('link')).toHaveText([second, ...others, first])
  await expect(handle).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(rows.getByRole('link')).toHaveText([first, second, ...others])
  await page.keyboard.press('ArrowDown')
  await expectToast(page, ['status', 'Best sellers saved'], () => page.keyboard.press('ControlOrMeta+s'))
  expect(await shown(page, 'bestseller')).toEqual([second, first, ...others])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('products are put in order with a finger, or with buttons after a tap on the handle', async ({ page }) => {
    await enterAdmin(page)
    await page.goto('/admin/lists?list=collection')
    const rows = rowsOf(page, 'Alpine Collection')
    await expect(rows.first()).toBeVisible()
    const [first = '', second = '', ...others] = await namesOf(rows)
    const up = page.getByRole('button', { name: `Move ${second} up` })
    await expect(up).toBeHidden()
    await handleOf(rows.nth(1)).tap()
    await up.tap()
    await expect(rows.getByRole('link')).toHaveText([second, first, ...others])

    const [start, end] = [await handleOf(rows.nth(0)).boundingBox(), await handleOf(rows.nth(1)).boundingBox()]
    if (!start || !end) throw new Error('A row is not visible')
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove', y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: start.x + 20, y }] })
    await touch('touchStart', start.y + 20)
    await touch('touchMove', start.y + 40)
    await touch('touchMove', end.y + 43)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(rows.getByRole('link')).toHaveText([first, second, ...others])
  })
})

test('a product is found, added and removed, and every step can be undone', async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/lists?list=collection')
  const rows = rowsOf(page, 'Alpine Collection')
  await expect(rows.first()).toBeVisible()
  const before = await namesOf(rows)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeDisabled()

  await page.getByLabel('Add a product').fill('Citrine Point')
  await page.getByRole('option', { name: 'Citrine Point', exact: true }).click()
  await expect(rows.getByRole('link')).toHaveText(['Citrine Point', ...before])
  await page.getByRole('button', { name: `Remove ${before[0]}` }).click()
  await expect(rows.getByRole('link')).toHaveText(['Citrine Point', ...before.slice(1)])
  await undo.click()
  await expect(rows.getByRole('link')).toHaveText(['Citrine Point', ...before])
  await expectToast(page, ['status', 'Alpine Collection saved'], () => saveList(page))
  expect(await shown(page, 'collection')).toEqual(['Citrine Point', ...before])
  await page.goto('/alpine-collection')
  await expect(page.getByRole('heading', { name: 'Citrine Point', exact: true })).toBeVisible()
  await page.goto('/admin/audit')
  await expect(page.getByText('Changed list Alpine Collection').first()).toBeVisible()
})

test('a product that is in the list is not offered again, but named as added', async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto('/admin/lists?list=bestseller')
  const find = page.getByLabel('Add a product')
  await find.fill(record.name)
  await page.getByRole('option', { name: record.name }).click()
  await find.fill(record.name.split(' ').at(-1) ?? '')
  await expect(page.getByText('Already added.')).toBeVisible()
  await find.fill('xyzzyq')
  await expect(page.getByText('No products found.')).toBeVisible()
})

test('the product editor names the lists of a product and leaves them as they are', async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/lists')
  const rows = rowsOf(page, 'Featured')
  await expect(rows.first()).toBeVisible()
  const before = await namesOf(rows)
  await rows.first().getByRole('link').click()
  await expect(page.getByLabel('Tags')).not.toHaveValue(/featured/i)
  await expect(page.getByText('In the list Featured.')).toBeVisible()
  await page.getByLabel('Description').fill('A stone for the window.')
  await expectToast(page, ['status', `${before[0]} saved`], () =>
    page.getByRole('button', { name: 'Save product' }).click(),
  )
  expect(await shown(page, 'Featured')).toEqual(before)
  await page.getByRole('link', { name: 'Edit lists' }).click()
  await expect(rows.first()).toContainText(before[0] ?? '')
})
