import { Suspense } from 'react'
import { Seo, useSite } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import type { ProductCardWithSummary } from '#modules/catalog/contract.ts'
import { readHomeContent } from '#modules/content/service.server.ts'
import { categories } from '#shared/categories.ts'
import type { SeoTexts } from '#shared/seo.ts'
import type { Route } from './+types/home'
import { Banners } from './banners.tsx'
import { CategoryTiles, type TilePictures } from './category-tiles.tsx'
import { GetInTouch } from './contact.tsx'
import { Featured } from './featured.tsx'
import { Film } from './film.tsx'
import { Hero } from './hero.tsx'
import { Loader } from './loader.tsx'
import { Popular } from './popular.tsx'
import { Testimonials } from './testimonials.tsx'
import { WhyChooseUs, WhyWeStarted } from './why-us.tsx'

const productCounts = { Featured: 8, popular: 8, collection: 12 }

export const handle: Handle = { cache: { query: [] }, sitemap: true, hero: 'snow' }

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog, pageSeo }) => {
    const [lists, content] = await Promise.all([catalog.firstWithTags(db, productCounts), readHomeContent(db)])
    const { Featured: featured, popular, collection } = lists
    return {
      featured,
      popular,
      ...content,
      tiles: tilePictures([...collection, ...popular, ...featured]),
      seo: await pageSeo.of('home'),
    }
  })
}

/** The first product with a picture illustrates its category. */
function tilePictures(cards: ProductCardWithSummary[]): TilePictures {
  const entries = categories.map(({ id, key }) => {
    const card = cards.find(({ categoryId, pictures }) => categoryId === id && pictures.length > 0)
    return [key, card?.pictures[0] ?? null]
  })
  return Object.fromEntries(entries) as TilePictures
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { featured, popular, testimonials, banners, texts, tiles, hero, seo } = loaderData
  return (
    <>
      <HomeSeo own={seo} />
      <Loader />
      <Hero hero={hero} />
      {/* Nothing suspends here: each boundary hydrates separately, which avoids one long task. */}
      <Suspense>
        <Featured cards={featured} />
      </Suspense>
      <Suspense>
        <Film />
      </Suspense>
      <WhyWeStarted texts={texts} />
      <WhyChooseUs />
      <Suspense>
        <Testimonials testimonials={testimonials} />
      </Suspense>
      <Suspense>
        <CategoryTiles pictures={tiles} />
      </Suspense>
      <Suspense>
        <Popular cards={popular} />
      </Suspense>
      <Suspense>
        <GetInTouch />
      </Suspense>
      <Suspense>
        <Banners customBanners={banners} />
      </Suspense>
    </>
  )
}

function HomeSeo({ own }: { own: SeoTexts | null }) {
  const { siteUrl, shopEmail, shopName, instagram, facebook } = useSite()
  const url = `${siteUrl}/`
  return (
    <Seo
      title={`${shopName} · Elevated from the Himalayas`}
      description="Crystals, jewellery and accessories from the Himalayas of Nepal, each with its origin and treatment written beside it."
      path="/"
      own={own}
      jsonLd={[
        {
          '@type': 'Organization',
          '@id': `${url}#organization`,
          name: shopName,
          url,
          logo: `${siteUrl}/seal.svg`,
          email: shopEmail,
          ...(instagram || facebook ? { sameAs: [instagram, facebook].filter(Boolean) } : {}),
        },
        {
          '@type': 'WebSite',
          '@id': `${url}#website`,
          name: shopName,
          url,
          publisher: { '@id': `${url}#organization` },
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/shop?Name={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
        },
      ]}
    />
  )
}
