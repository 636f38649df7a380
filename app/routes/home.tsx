import { href, Link } from 'react-router'
import { ProductGrid } from '#app/features/product/grid.tsx'
import { load } from '#app/lib/load.server.ts'
import type { Route } from './+types/home'

export function loader(args: Route.LoaderArgs) {
  return load(args, ({ db, catalog }) => catalog.firstWithTags(db, { Featured: 4, popular: 8 }))
}

export default function Home({ loaderData: { Featured, popular } }: Route.ComponentProps) {
  return (
    <>
      <title>ALPINE · Elevated from the Himalayas</title>
      <meta name="description" content="Crystals, jewellery and accessories from the Himalayas of Nepal." />
      <section className="bg-stage">
        <div className="page section">
          <h1 className="t-hero">Elevated from the Himalayas</h1>
          <Link to={href('/shop')} className="btn btn-ink btn-caps mt-10">
            SHOP NOW
          </Link>
        </div>
      </section>
      <section className="page pt-section" aria-labelledby="featured">
        <h2 id="featured" className="t-h2 mb-block">
          Featured
        </h2>
        <ProductGrid cards={Featured} />
      </section>
      <section className="page pt-section" aria-labelledby="popular">
        <h2 id="popular" className="t-label mb-block">
          POPULAR
        </h2>
        <ProductGrid cards={popular} />
      </section>
    </>
  )
}
