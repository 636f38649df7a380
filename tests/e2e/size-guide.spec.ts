import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { product } from './support/paths.ts'
import { bothWidths, expect, test, waitForHydration } from './support/test.ts'
import { calibrate, printScale, widthOf } from './support/true-size.ts'

const ring = product('Jewellery', 'ruby-halo-ring')
const guide = '/size-guide'

const circle = (page: Page) => page.getByRole('img', { name: /^Circle/ })
const inside = (page: Page) => page.getByRole('slider', { name: 'Inside of the ring' })
const sizes = (page: Page) => page.getByRole('list', { name: 'Sizes of this product' })

test('a ring on the screen finds the size of a product, by keyboard', { tag: bothWidths }, async ({ page }) => {
  await page.goto(ring)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Find your size' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ruby Halo Ring' })
  await dialog.getByRole('button', { name: 'Measure the screen' }).press('Enter')
  const scale = await calibrate(page, 6)
  await expect(dialog.getByText('Medium fits you.')).toBeVisible()
  await inside(page).fill('16.5')
  await expect(dialog.getByText('Small fits you.')).toBeVisible()
  const diameter = async () => (await widthOf(circle(page))) / scale
  await expect.poll(diameter).toBeCloseTo(16.5, 1)
  await inside(page).press('ArrowRight')
  await expect(circle(page)).toHaveAccessibleName('Circle, 16.55 mm across')
  await dialog.getByRole('button', { name: 'Larger' }).press('Enter')
  await expect(circle(page)).toHaveAccessibleName('Circle, 16.60 mm across')
  await inside(page).fill('18.1')
  await expect(dialog.getByText('Large fits you. It is sold out.')).toBeVisible()
  await expect(sizes(page).getByRole('listitem').filter({ hasText: 'Large' })).toContainText('Sold out')
  await expect(sizes(page).getByRole('button')).toHaveText(['Choose Small', 'Choose Medium'])
  await inside(page).fill('14')
  await expect(dialog.getByText('None of the sizes of this product fits you.')).toBeVisible()
  await inside(page).fill('17.3')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Choose Medium' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Medium' })).toHaveAttribute('aria-pressed', 'true')
})

test('a paper strip finds the size of a ring without a measured screen', { tag: bothWidths }, async ({ page }) => {
  await page.goto(ring)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Find your size' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ruby Halo Ring' })
  await dialog.getByRole('button', { name: 'A paper strip' }).click()
  const length = dialog.getByLabel('Around your finger (mm)')
  await length.fill('54,4')
  await expect(dialog.getByText('Medium fits you.')).toBeVisible()
  for (const [name, value] of [
    ['US', '7'],
    ['UK', 'N½'],
    ['EU', '54'],
    ['India, Nepal', '14'],
    ['Inside', '17.3 mm'],
  ])
    await expect(dialog.locator('dl > div').filter({ has: page.getByText(name ?? '', { exact: true }) })).toContainText(
      value ?? '',
    )
  await length.fill('5')
  await expect(length).toHaveAccessibleDescription('Please enter 43 to 70 mm.')
  await expect(sizes(page)).toHaveCount(0)
  await expectAccessible(page)
})

test('a bracelet is longer than the wrist is around', async ({ page }) => {
  await page.goto(product('Jewellery', 'patan-bead-bracelet'))
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Find your size' }).click()
  await page.getByLabel('Around your wrist (mm)').fill('160')
  await expect(page.getByRole('dialog')).toContainText('175.0 mm')
})

test('the guide prints a strip in real millimetres on one page', async ({ page }) => {
  await page.goto(guide)
  const strip = page.getByRole('img', { name: 'Ruler, 220 mm' })
  await expect(strip).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  const millimeters = async (name: string) => {
    const { width = 0, height = 0 } = (await page.getByRole('img', { name }).boundingBox()) ?? {}
    return { width: width / printScale, height: height / printScale }
  }
  expect((await millimeters('Ruler, 220 mm')).height).toBeCloseTo(220, 1)
  expect((await millimeters('Line, 100 mm')).width).toBeCloseTo(100, 1)
  const card = await millimeters('Frame of a bank card')
  expect([card.width, card.height]).toEqual([expect.closeTo(85.6, 1), expect.closeTo(53.98, 1)])
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format, preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
  }
})

test('the guide measures a ring on the screen', { tag: bothWidths }, async ({ page }) => {
  await page.goto(guide)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Measure a ring on this screen' }).click()
  await page.getByRole('button', { name: 'Measure the screen' }).click()
  await calibrate(page, 5)
  await expect(circle(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the guide shows its tables', async ({ page }) => {
    await page.goto(guide)
    const row = page.getByRole('table', { name: 'Ring sizes' }).getByRole('row').filter({ hasText: 'N½' })
    await expect(row.getByRole('cell')).toHaveText(['7', 'N½', '54', '14', '17.3', '54.4'])
    await expect(page.getByRole('button', { name: 'Measure a ring on this screen' })).toBeHidden()
  })
})
