import { sql } from 'drizzle-orm'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApprovedReviews } from '#modules/catalog/service.server.ts'
import { as, person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import ProductPage from './product.tsx'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop, [product({ name: 'Moon Stone' }), product({ name: 'Sun Stone' })])
})
afterAll(() => shop.close())

async function pageOf(slug: string): Promise<string> {
  const { catalog, db, owner, settings } = shop
  const root = { siteUrl: settings.siteUrl, geoUrl: settings.geoUrl, ...(await owner.site()) }
  const props = { loaderData: await catalog.product(db, slug) } as ComponentProps<typeof ProductPage>
  const Page = createRoutesStub([{ id: 'root', path: '/', Component: () => <ProductPage {...props} /> }])
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { root } }} />)
}

test('the page of a product tells the fee for shipping that an order is charged', async () => {
  const pemba = await person(shop, 'Pemba Sherpa', { role: 'Admin' })
  const { body: settings } = await shop.json('/api/admin/settings', as(pemba))
  const fees = { shippingFee: 250, shippingFeeInUSD: 12.5 }
  await shop.json('/api/admin/settings', as(pemba, 'PUT', { ...settings, ...fees }))
  const words = (await pageOf('moon-stone')).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(words).toContain('Shipping is flat: $ 12.50 Rs 250 on every order')
})

test('search engines are told of all reviews that were approved, however many the page shows', async () => {
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
  const told = async (slug: string) => {
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await pageOf(slug)) ?? []
    return JSON.parse(json)
  }
  expect(await told('moon-stone')).toMatchObject({ aggregateRating: { reviewCount: 90, ratingValue: 3.7 } })
  expect(await told('sun-stone')).not.toHaveProperty('aggregateRating')
})
