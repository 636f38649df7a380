import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ProductCard } from '#app/features/product/card.tsx'
import { Gallery } from '#app/features/product/gallery.tsx'
import { ApiCardPicture } from '#app/layouts/api-product-card.tsx'
import { BlogPicture } from '#app/routes/content/blog-picture.tsx'
import { Popular } from '#app/routes/home/popular.tsx'
import { createProduct } from '#modules/catalog/service.server.ts'
import { listBlogs, publishBlog } from '#modules/content/service.server.ts'
import { addPicture, product } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { testShop } from '#tests/support/shop.ts'

function rendered(part: ReactNode): string {
  const Page = createRoutesStub([{ path: '/', Component: () => part }])
  return renderToStaticMarkup(<Page />)
}

const placeholder = /<img src="[^"]*ridge-line[^"]*" alt=""[^>]*class="mountain-drawing tile-placeholder"/g

test('products and posts without a picture show the placeholder, those with one do not', async () => {
  const shop = await testShop()
  const pictureId = await addPicture(shop)
  const post = { author: 'B', datePosted: '2026-01-01', tags: [], excerpt: 'C', body: 'D' }
  await shop.db.transaction(async (tx) => {
    await createProduct(tx, product({ name: 'Bare Stone', tags: ['popular'] }))
    await createProduct(tx, product({ name: 'Shown Stone', tags: ['shown'], images: [{ pictureId, alt: 'A stone' }] }))
    await publishBlog(tx, { ...post, slug: 'bare', title: 'Bare', datePosted: '2026-01-02' })
    await publishBlog(tx, { ...post, slug: 'shown', title: 'Shown', pictureId, pictureAlt: 'A stone' })
  })
  const { popular, shown } = await shop.catalog.firstWithTags(shop.db, { popular: 4, shown: 4 })
  const blogs = await listBlogs(shop.db, { pageNumber: 1, pageSize: 8 })
  const { body } = await shop.json('/api/product/tags/popular')
  const [bareCard, shownCard] = [...popular, ...shown]
  const [barePost, shownPost] = blogs.items
  if (!bareCard || !shownCard || !barePost || !shownPost) throw new Error('The test data is incomplete')

  const bare = [
    <ProductCard key="card" card={bareCard} />,
    <Gallery key="gallery" pictures={bareCard.pictures} turn={[]} name={bareCard.name} corner={null} />,
    <Popular key="popular" cards={[bareCard]} />,
    <ApiCardPicture key="wire" card={first(body.data)} />,
    <BlogPicture key="blog" picture={barePost.picture} sizes="100vw" />,
  ]
  for (const part of bare) {
    expect(rendered(part).match(placeholder)).toHaveLength(1)
    expect(rendered(part)).not.toContain('/media/')
  }
  const withPicture = [
    <ProductCard key="card" card={shownCard} />,
    <BlogPicture key="blog" picture={shownPost.picture} sizes="100vw" />,
  ]
  for (const part of withPicture) {
    expect(rendered(part)).not.toMatch(placeholder)
    expect(rendered(part)).toMatch(/src="\/media\/[^"]+" [^>]*alt="A stone"/)
  }
})
