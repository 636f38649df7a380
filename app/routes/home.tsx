import { Suspense } from 'react'
import { load } from '#app/lib/load.server.ts'
import { Seo, useSite } from '#app/lib/seo.tsx'
import type { SummaryCard } from '#modules/catalog/schema.ts'
import { readHomeContent } from '#modules/content/service.server.ts'
import { categories } from '#shared/categories.ts'
import type { Route } from './+types/home'
import { Banners } from './home/banners.tsx'
import { GetInTouch } from './home/contact.tsx'
import { Featured } from './home/featured.tsx'
import { Film } from './home/film.tsx'
import { Hero, heroLinks } from './home/hero.tsx'
import { Loader } from './home/loader.tsx'
import { Popular } from './home/popular.tsx'
import { WhyChooseUs, WhyWeStarted } from './home/story.tsx'
import { Testimonials } from './home/testimonials.tsx'
import { type TilePictures, Tiles } from './home/tiles.tsx'

const shown = { Featured: 8, popular: 8, collection: 12 }

export const links: Route.LinksFunction = () => heroLinks

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog }) => {
    const [lists, content] = await Promise.all([catalog.firstWithTags(db, shown), readHomeContent(db)])
    const { Featured: featured, popular, collection } = lists
    return { featured, popular, ...content, tiles: tilePictures([...collection, ...popular, ...featured]) }
  })
}

/** The best piece at hand stands for its category. */
function tilePictures(cards: SummaryCard[]): TilePictures {
  const entries = categories.map(({ id, key }) => {
    const card = cards.find(({ categoryId, pictures }) => categoryId === id && pictures.length > 0)
    return [key, card?.pictures[0] ?? null]
  })
  return Object.fromEntries(entries) as TilePictures
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { featured, popular, testimonials, banners, texts, tiles } = loaderData
  return (
    <>
      <HomeSeo />
      <Loader />
      <Hero />
      {/* Nothing here is waited for: each part comes to life by itself, so that no single one holds the browser long. */}
      <Suspense>
        <Featured cards={featured} />
      </Suspense>
      <Suspense>
        <Film />
      </Suspense>
      <WhyWeStarted texts={texts} />
      <WhyChooseUs />
      <Suspense>
        <Testimonials voices={testimonials} />
      </Suspense>
      <Suspense>
        <Tiles pictures={tiles} />
      </Suspense>
      <Suspense>
        <Popular cards={popular} />
      </Suspense>
      <Suspense>
        <GetInTouch />
      </Suspense>
      <Suspense>
        <Banners own={banners} />
      </Suspense>
    </>
  )
}

function HomeSeo() {
  const { siteUrl, shopEmail, shopName, instagram, facebook } = useSite()
  const url = `${siteUrl}/`
  return (
    <Seo
      title={`${shopName} · Elevated from the Himalayas`}
      description="Crystals, jewellery and accessories from the Himalayas of Nepal, each with its origin and treatment written beside it."
      path="/"
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
