import { Suspense } from 'react'
import { href, Link, redirect } from 'react-router'
import * as z from 'zod/mini'
import { DeliveryNote } from '#app/features/cart/delivery-note.tsx'
import { BuyControls, useSelection } from '#app/features/product/buy.tsx'
import { CareAndShipping } from '#app/features/product/care.tsx'
import { factRows } from '#app/features/product/fact-rows.ts'
import { Facts } from '#app/features/product/facts.tsx'
import { Gallery } from '#app/features/product/gallery.tsx'
import { ProductGrid } from '#app/features/product/grid.tsx'
import { ProductPrice } from '#app/features/product/product-price.tsx'
import { ReviewSummary } from '#app/features/product/rating.tsx'
import { Reviews } from '#app/features/product/reviews.tsx'
import { StockAlerts } from '#app/features/product/stock-alerts.tsx'
import { productData } from '#app/features/product/structured-data.ts'
import { breadcrumbs, Seo, useSite } from '#app/features/site/seo.tsx'
import { SizeTools } from '#app/features/size/size-tools.tsx'
import { sizeToolsOf } from '#app/features/size/size-tools-data.ts'
import { Heart } from '#app/features/wishlist/heart.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import { productUrl } from '#app/lib/urls.ts'
import { Icon } from '#app/ui/icons.tsx'
import { categoryNameSchema, type Product, type ProductCardData } from '#modules/catalog/contract.ts'
import type { Shop } from '#modules/shop.server.ts'
import { categoryById, categoryByName } from '#shared/categories.ts'
import { ShopError } from '#shared/errors.ts'
import { slugInPath } from '#shared/fields.ts'
import { parseInput } from '#shared/input.ts'
import { tagKey } from '#shared/slugs.ts'
import type { Route } from './+types/product'

const paramsSchema = z.object({ category: categoryNameSchema, slug: slugInPath })

export const handle: Handle = { cache: { query: [] } }

export async function loader(args: Route.LoaderArgs) {
  const { moved, product } = await load(args, (shop) => findProduct(shop, args.params))
  if (moved) throw redirect(productUrl(moved), 301)
  return { ...product, factRows: factRows(product.facts), sizeTools: sizeToolsOf(product) }
}

/** The product, or the path of a product that had this URL before. */
async function findProduct({ db, catalog }: Shop, params: Route.LoaderArgs['params']) {
  const { category, slug } = parseInput(paramsSchema, params)
  if (!categoryByName(category)) throw new ShopError('notFound', 'Product not found')
  try {
    return { product: await catalog.product(db, slug) }
  } catch (error) {
    const moved =
      error instanceof ShopError && error.code === 'notFound' ? await catalog.movedProduct(db, slug) : undefined
    if (!moved) throw error
    return { moved }
  }
}

/** The gallery of a featured product skips its first picture, as specified. */
function galleryOf({ tags, pictures }: Product) {
  const isFeatured = tags.some((tag) => tagKey(tag) === 'featured')
  return isFeatured && pictures.length > 1 ? pictures.slice(1) : pictures
}

export default function ProductPage({ loaderData: product }: Route.ComponentProps) {
  const { id, name } = product
  return (
    <>
      <ProductSeo product={product} />
      <div className="page max-w-none lg:pt-10">
        <div className="grid-12 items-start gap-y-4">
          <div className="col-span-12 lg:sticky lg:top-[calc(var(--spacing-header)+2.5rem)] lg:col-span-7">
            <Gallery
              key={id}
              pictures={galleryOf(product)}
              turn={product.turn}
              name={name}
              corner={<Heart id={id} name={name} />}
            />
          </div>
          <Details key={id} product={product} />
        </div>
      </div>
      {/* Nothing suspends here: the boundaries let the content above hydrate first. */}
      <Suspense>
        <Reviews key={id} reviews={product.reviews} picture={product.pictures[1] ?? product.pictures[0]} />
      </Suspense>
      <Suspense>
        <Related cards={product.related} />
      </Suspense>
    </>
  )
}

function Details({ product }: { product: Route.ComponentProps['loaderData'] }) {
  const category = categoryById(product.categoryId)
  const isSoldOut = product.stock === 0
  const selection = useSelection(product)
  return (
    <div className="col-span-12 lg:col-span-4 lg:col-start-9 lg:pt-6">
      {category && (
        <nav className="t-note" aria-label="Breadcrumb">
          <Link className="nav-link text-note" to={href('/shop/:category', { category: category.path })}>
            {category.title}
          </Link>
        </nav>
      )}
      <h1 className="t-h2">{product.name}</h1>
      <p className="mt-4 mb-0 text-[1.125rem]">
        <ProductPrice {...selection.price} />
      </p>
      <ReviewSummary ratings={product.ratings} />
      {isSoldOut && (
        <>
          <p className="mt-4 mb-0">
            <span className="t-label">SOLD OUT</span>
            <span className="t-note mt-1 block">This piece has found its owner. See related products below.</span>
          </p>
          <StockAlerts product={product} />
        </>
      )}
      <p className="mt-8 mb-0 text-pretty text-granite">{product.description}</p>
      <SizeTools product={product} onChoose={selection.setVariant} />
      <BuyControls product={product} selection={selection} />
      {!isSoldOut && (
        <>
          <p className="t-note mt-5 mb-0 flex items-center gap-2.5 text-ink">
            <Icon name="info" />
            This item takes 5-7 days to process
          </p>
          <div className="mt-2 pl-[30px]">
            <DeliveryNote withFee />
          </div>
        </>
      )}
      <Facts rows={product.factRows} />
      <CareAndShipping categoryId={product.categoryId} />
    </div>
  )
}

function Related({ cards }: { cards: ProductCardData[] }) {
  if (cards.length === 0) return null
  return (
    <section className="page max-w-none pt-section" aria-labelledby="related">
      <h2 id="related" className="t-h3 mb-block">
        Related products
      </h2>
      <ProductGrid cards={cards} atTop={false} />
    </section>
  )
}

const maxDescriptionLength = 155

/** Cuts the text after the last whole word that fits. */
function shorten(text: string): string {
  return text.length <= maxDescriptionLength
    ? text
    : `${text.slice(0, maxDescriptionLength).replace(/\W{1,3}\w*$/, '')} …`
}

function ProductSeo({ product }: { product: Product }) {
  const site = useSite()
  const category = categoryById(product.categoryId)
  const breadcrumbPath = [
    { name: 'Shop', path: href('/shop') },
    ...(category ? [{ name: category.title, path: href('/shop/:category', { category: category.path }) }] : []),
    { name: product.name, path: productUrl(product) },
  ]
  return (
    <Seo
      title={product.name}
      description={shorten(product.description)}
      own={product.seo}
      path={productUrl(product)}
      type="product"
      picture={product.pictures[0]}
      jsonLd={[productData(site, product), breadcrumbs(site.siteUrl, breadcrumbPath)]}
    />
  )
}
