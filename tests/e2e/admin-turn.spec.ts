import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { ProductRecord } from '#modules/catalog/admin-contract.ts'
import { frameUrl, minFrames } from '#modules/media/turn.ts'
import { heading, test } from './support/admin.ts'
import { enterAdminWithProduct, unfold } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { expectAccessible, expectNoOverflow } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { bothWidthsInFull, expect, onlyInFull } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { framePhoto, shownFrame } from './support/turns.ts'

test.use(withMedia)
test.setTimeout(240_000)

/** The pictures are encoded one after the other. */
const uploadTime = { timeout: 180_000 }

const photos = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => framePhoto(index, count)))

/** How far two plain pictures are apart in red, green and blue. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all([sharp(one).stats(), sharp(other).stats()])
  return Math.max(...first.channels.map(({ mean }, index) => Math.abs(mean - (second.channels[index]?.mean ?? 0))))
}

const strip = (page: Page): Locator => page.getByRole('list', { name: 'Pictures of the turn' })

async function openEditor(page: Page) {
  const { session, record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products/${record.productId}`)
  await expect(heading(page, record.name)).toBeVisible()
  await unfold(page, 'Turn')
  const save = async () => {
    const button = page.getByRole('button', { name: 'Save product' })
    await expectToast(page, ['status', `${record.name} saved`], () => button.click())
    return callApi<ProductRecord>(page.request, session, `/admin/products/${record.productId}`)
  }
  return { save, field: page.getByLabel(/^(Add|Replace) turn/) }
}

test('the owner adds a turn, chooses its front, reverses and removes it', { tag: bothWidthsInFull }, async ({
  page,
}) => {
  const { save, field } = await openEditor(page)
  const chosen = await photos(minFrames)
  await field.setInputFiles(chosen.slice(0, 5))
  await expect(page.getByText('A turn has 24 to 36 pictures. You chose 5.')).toBeVisible()

  await field.setInputFiles(chosen.toReversed())
  await expect(page.getByText(/^\d+ of 24 pictures uploaded$/)).toBeVisible()
  await expect(strip(page).getByRole('button')).toHaveCount(minFrames, uploadTime)
  await page.getByRole('button', { name: 'Turn it' }).click()
  await page.getByRole('slider').press('ArrowRight')
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', 'Turned by 15°')
  await expectAccessible(page)
  await expectNoOverflow(page)
  const { turn: added } = await save()
  expect(added).toHaveLength(minFrames)
  const urls = added.map(({ hash }) => frameUrl(hash, 'avif'))
  expect(await shownFrame(page, urls)).toBe(1)
  for (const index of [1, 9]) {
    const stored = await (await page.request.get(urls[index] ?? '')).body()
    expect(await difference(stored, chosen[index]?.buffer ?? stored), `IMG_${index + 1}`).toBeLessThan(8)
  }

  await page.getByRole('button', { name: 'Start at picture 5' }).click()
  await page.getByRole('button', { name: 'Reverse the order' }).click()
  const { turn: reversed } = await save()
  expect(reversed).toEqual([...added.slice(4), ...added.slice(0, 4)].toReversed())

  await page.getByRole('button', { name: 'Remove turn' }).click()
  await expect(strip(page)).toHaveCount(0)
  expect((await save()).turn).toEqual([])
})

test.describe('a picture that fails', () => {
  test.use({ allowConsoleErrors: true })

  test('is named and sent again, without the others', { tag: onlyInFull }, async ({ page }) => {
    const { field } = await openEditor(page)
    let calls = 0
    // Encoding is not part of this test, so the shop gets no pictures.
    await page.route('**/api/admin/pictures', async (route) => {
      calls += 1
      const picture = {
        hash: String(calls).padStart(24, '0'),
        width: 640,
        height: 800,
        color: '',
        widths: [640],
        alt: '',
      }
      if (calls === 3) await route.abort()
      else await route.fulfill({ status: 201, json: { pictureId: calls, picture } })
    })
    await field.setInputFiles(await photos(minFrames))
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expect(page.getByRole('alert').getByText(/^IMG_3\.jpg: /)).toBeVisible()
    await expect(page.getByText('23 of 24 pictures uploaded')).toBeVisible()
    await again.click()
    await expect(strip(page).getByRole('button')).toHaveCount(minFrames)
    expect(calls).toBe(minFrames + 1)
    await expect(again).toHaveCount(0)
    const third = strip(page).getByRole('button', { name: 'Start at picture 3' }).locator('img')
    await expect(third).toHaveAttribute('src', new RegExp(`0${calls}-640`))
  })
})
