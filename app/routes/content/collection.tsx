import { Link } from 'react-router'
import { ProductPrice } from '#app/features/product/product-price.tsx'
import { breadcrumbs, Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import { productUrl } from '#app/lib/urls.ts'
import { FullWidthPicture } from '#app/ui/full-width-picture.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { ProductCardData } from '#modules/catalog/contract.ts'
import { listTexts } from '#modules/content/service.server.ts'
import smallAvif from '../../assets/art/collection-960.avif'
import wideAvif from '../../assets/art/collection-1920.avif'
import wideWebp from '../../assets/art/collection-1920.webp'
import type { Route } from './+types/collection'
import { FeaturedCarousel } from './featured-carousel.tsx'

const maxProducts = 6
const maxFeatured = 12
const path = '/alpine-collection'

export const handle: Handle = { cache: { query: [] }, sitemap: true }

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog, pageSeo }) => {
    const [lists, texts] = await Promise.all([
      catalog.firstWithTags(db, { collection: maxProducts, Featured: maxFeatured }),
      listTexts(db, 'collection'),
    ])
    return { ...lists, texts, seo: await pageSeo.of('collection') }
  })
}

export default function Collection({ loaderData: { collection, Featured, texts, seo } }: Route.ComponentProps) {
  const { siteUrl } = useSite()
  return (
    <>
      <Seo
        title="Alpine Collection"
        description="A small choice of crystals, jewellery and accessories from the Himalayas of Nepal, at most six pieces at a time."
        path={path}
        own={seo}
        jsonLd={[
          breadcrumbs(siteUrl, [
            { name: 'Home', path: '/' },
            { name: 'Alpine Collection', path },
          ]),
        ]}
      />
      <PageHead label="Alpine Collection" title="The pieces we would keep ourselves">
        <p>{texts.lead}</p>
      </PageHead>
      <FullWidthPicture
        avif={`${smallAvif} 960w, ${wideAvif} 1920w`}
        webp={wideWebp}
        alt="Raspberry-pink tourmaline crystals standing on dark slate"
        width={1920}
        height={820}
        position="object-[80%_50%]"
      />
      <section className="page pt-block lg:pt-section" aria-label="The collection">
        {collection.length > 0 ? (
          <ul className="m-0 grid list-none grid-cols-2 gap-x-gap gap-y-12 p-0 lg:grid-cols-3 lg:gap-y-24">
            {collection.map((card, index) => (
              // Each row steps up from left to right.
              <li key={card.id} className="lg:nth-[3n+1]:mt-24 lg:nth-[3n+2]:mt-12">
                <CollectionCard card={card} eager={index < 3} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="t-h3 py-16 text-center">Nothing here yet! Time to start shopping!</p>
        )}
      </section>
      {Featured.length > 0 && <FeaturedCarousel cards={Featured} />}
    </>
  )
}

function CollectionCard({ card, eager }: { card: ProductCardData; eager: boolean }) {
  const [first, second] = card.pictures
  const sizes = '(min-width: 64rem) 33vw, 50vw'
  return (
    <article className={card.stock === 0 ? 'card is-sold-out' : 'card'}>
      <div className="card-tile">
        <TilePicture picture={first} sizes={sizes} eager={eager} />
        {second && <Picture picture={second} sizes={sizes} decorative />}
        {card.stock === 0 && <span className="sold-out-label">SOLD OUT</span>}
      </div>
      <div className="mt-4 grid items-end gap-x-4 md:grid-cols-[1fr_auto]">
        <div>
          <h2 className="t-h4">{card.name}</h2>
          <ProductPrice prices={card} isLowest={card.hasPriceRange} className="mt-1 text-granite" />
        </div>
        <Link className="btn-text after:absolute after:inset-0" to={productUrl(card)} prefetch="intent">
          <span>
            Shop<span className="sr-only"> {card.name}</span>
          </span>
        </Link>
      </div>
    </article>
  )
}
