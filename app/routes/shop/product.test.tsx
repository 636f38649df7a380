import { sql } from 'drizzle-orm'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factRows } from '#app/features/product/fact-rows.ts'
import { sizeToolsOf } from '#app/features/size/size-tools-data.ts'
import { addApprovedReviews } from '#modules/catalog/service.server.ts'
import { as, person } from '#tests/support/accounts.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import ProductPage from './product.tsx'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop, [product({ name: 'Moon Stone' }), product({ name: 'Sun Stone' })])
})
afterAll(() => shop.close())

async function renderPage(slug: string): Promise<string> {
  const { catalog, db, ownerSettings, settings } = shop
  const root = { siteUrl: settings.siteUrl, geoUrl: settings.geoUrl, ...(await ownerSettings.site()) }
  const found = await catalog.product(db, slug)
  const props = {
    loaderData: { ...found, factRows: factRows(found.facts), sizeTools: sizeToolsOf(found) },
  } as ComponentProps<typeof ProductPage>
  const Page = createRoutesStub([{ id: 'root', path: '/', Component: () => <ProductPage {...props} /> }])
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { root } }} />)
}

test('the product page shows the shipping fee from the settings', async () => {
  const pemba = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
  const { body: settings } = await shop.json('/api/admin/settings', as(pemba))
  const fees = { shippingFee: 250, shippingFeeInUSD: 12.5 }
  await shop.json('/api/admin/settings', as(pemba, 'PUT', { ...settings, ...fees }))
  const text = (await renderPage('moon-stone')).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('Shipping is flat: $ 12.50 Rs 250 on every order')
})

test('the structured data counts all approved reviews, not only those on the page', async () => {
  const { id } = await shop.catalog.product(shop.db, 'moon-stone')
  const review = { name: 'Bimal', description: 'Clear.', createdAt: new Date('2026-01-02') }
  const early = { ...review, createdAt: new Date('2026-01-01') }
  await addApprovedReviews(shop.db, id, [
    ...Array.from({ length: 30 }, () => ({ ...early, rating: 1 })),
    ...Array.from({ length: 60 }, () => ({ ...review, rating: 5 })),
  ])
  await shop.db.execute(
    sql`insert into reviews (product_id, name, rating, description) values (${id}, 'Unread', 1, '')`,
  )
  const structuredData = async (slug: string) => {
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await renderPage(slug)) ?? []
    return JSON.parse(json)
  }
  expect(await structuredData('moon-stone')).toMatchObject({ aggregateRating: { reviewCount: 90, ratingValue: 3.7 } })
  expect(await structuredData('sun-stone')).not.toHaveProperty('aggregateRating')
})
