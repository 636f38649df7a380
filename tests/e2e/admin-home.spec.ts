import type { Page } from '@playwright/test'
import type { Section } from '#modules/content/sections-contract.ts'
import { enterAdmin, heading, test } from './support/admin.ts'
import { enterAdminWithProduct, picture, uniqueSuffix } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const save = (page: Page) =>
  expectToast(page, ['status', 'Changes saved and published'], () =>
    page.getByRole('button', { name: 'Save changes' }).click(),
  )

const preloads = (page: Page) => page.locator('head link[rel="preload"][as="image"]')

test('the owner changes the hero of the home page and restores the default', async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/pages?part=hero')
  await expect(page.getByLabel('Title')).toHaveValue('Elevated from the Himalayas')
  await page.getByLabel('Title').fill('Stones of winter')
  await page.getByLabel('Text', { exact: false }).first().fill('New from Mustang.')
  await page.getByLabel('Button').fill('SEE THEM')
  await page.getByLabel('Link').fill('/alpine-collection')
  await page.getByLabel(/^Picture for large screens/).setInputFiles([await picture('winter.jpg', '#334455')])
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeVisible()
  await save(page)

  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Stones of winter' })
  await expect(hero).toContainText('New from Mustang.')
  await expect(hero.locator('video')).toHaveCount(0)
  await expect(hero.getByRole('button')).toHaveCount(0)
  await expect(hero.locator('img')).toHaveAttribute('srcset', /\/media\//)
  for (const link of await preloads(page).all()) await expect(link).toHaveAttribute('imagesrcset', /\/media\//)
  await hero.getByRole('link', { name: 'SEE THEM' }).click()
  await expect(page).toHaveURL(/\/alpine-collection$/)

  await page.goto('/admin/pages?part=hero')
  await page.getByRole('button', { name: 'Restore the default' }).click()
  await save(page)
  await page.goto('/')
  await expect(heading(page, 'Elevated from the Himalayas')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Elevated from the Himalayas' }).locator('video')).toHaveCount(1)
})

test.describe('a banner', () => {
  test.use({ allowConsoleErrors: true })
  test('leads to its link, and a wrong link is rejected', async ({ page }) => {
    const session = await enterAdmin(page)
    await page.goto('/admin/pages?part=banners')
    const link = page.getByLabel('Link of Read More').first()
    await link.fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Please enter a page of the shop, such as /shop/crystal')).toBeVisible()
    await link.fill('/shop/crystal')
    await save(page)
    await page.goto('/')
    const title = 'How a stone leaves the mountain'
    const more = page.locator('a').filter({ hasText: `Read More: ${title}` })
    await expect(more).toHaveAttribute('href', '/shop/crystal')
    const { version, rows } = await callApi<Section<'banners'>>(page.request, session, '/admin/banners')
    const data = { version, rows: rows.map((row) => ({ ...row, link: '' })) }
    await callApi(page.request, session, '/admin/banners', { method: 'PUT', data })
    await page.goto('/')
    await expect(more).toHaveAttribute('href', '/learn')
  })
})

test('the texts for search engines stand in the head of the page', async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  const headline = `Quartz by hand ${uniqueSuffix()}`
  await page.goto(`/admin/products/${record.productId}`)
  await page.getByLabel('Headline in search results').fill(headline)
  await page.getByLabel('Summary in search results').fill('Found at 4,200 metres.')
  await expectToast(page, ['status', `${record.name} saved`], () =>
    page.getByRole('button', { name: 'Save product' }).click(),
  )
  await page.goto(`/shop/crystal/${record.slug}`)
  await expect(page).toHaveTitle(headline)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', 'Found at 4,200 metres.')
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', headline)

  await page.goto('/admin/pages?part=seo')
  const field = page.getByLabel('Headline in search results: Blogs')
  await field.fill(`${headline}, notes`)
  await save(page)
  await page.goto('/blogs?page=2')
  await expect(page).toHaveTitle(`${headline}, notes, page 2`)
  await page.goto('/admin/pages?part=seo')
  await field.fill('')
  await save(page)
  await page.goto('/blogs')
  await expect(page).toHaveTitle(/^Blogs · /)
})
