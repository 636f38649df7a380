import { href, Link } from 'react-router'
import { z } from 'zod'
import { Facts } from '#app/features/product/facts.tsx'
import { ProductGrid } from '#app/features/product/grid.tsx'
import { load } from '#app/lib/load.server.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import { categoryNameSchema, type Review, slugSchema } from '#modules/catalog/schema.ts'
import { categoryById, categoryByName } from '#shared/categories.ts'
import { ShopError } from '#shared/errors.ts'
import { parseInput } from '#shared/input.ts'
import type { Route } from './+types/product'

const paramsSchema = z.object({ category: categoryNameSchema, slug: slugSchema })

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, catalog }) => {
    const { category, slug } = parseInput(paramsSchema, args.params)
    if (!categoryByName(category)) throw new ShopError('notFound', 'Product not found')
    return catalog.product(db, slug)
  })
}

export default function ProductPage({ loaderData: product }: Route.ComponentProps) {
  const category = categoryById(product.categoryId)
  return (
    <>
      <title>{`${product.name} · ALPINE`}</title>
      <meta name="description" content={product.description.slice(0, 155)} />
      <div className="page grid gap-y-8 pt-8 lg:grid-cols-[7fr_1fr_4fr]">
        <div className="grid grid-cols-2 gap-gap">
          {product.pictures.map((picture, index) => (
            <div key={picture.hash} className="aspect-tile bg-stage first:col-span-2">
              <Picture
                picture={picture}
                sizes="(min-width: 64rem) 58vw, 100vw"
                eager={index === 0}
                className="h-full w-full object-cover"
              />
            </div>
          ))}
        </div>
        <div className="lg:col-start-3 lg:pt-6">
          {category && (
            <nav className="t-note" aria-label="Breadcrumb">
              <Link to={href('/shop/:category', { category: category.path })}>{category.title}</Link>
            </nav>
          )}
          <h1 className="t-h2 mt-3">{product.name}</h1>
          <p className="mt-4 mb-0 text-lg">
            <Price usd={product.priceUsd} npr={product.priceNpr} />
          </p>
          {product.stock === 0 && <p className="t-label mt-4 mb-0">SOLD OUT</p>}
          <p className="mt-8 mb-0 text-pretty text-granite">{product.description}</p>
          <Attributes attributes={product.attributes} />
          <Facts facts={product.facts} />
          <p className="t-note mt-5">This item takes 5-7 days to process</p>
        </div>
      </div>
      <Reviews reviews={product.reviews} />
      {product.related.length > 0 && (
        <section className="page pt-section" aria-labelledby="related">
          <h2 id="related" className="t-h3 mb-block">
            Related products
          </h2>
          <ProductGrid cards={product.related} />
        </section>
      )}
    </>
  )
}

function Attributes({ attributes }: { attributes: { id: number; value: string; stock: number }[] }) {
  const available = attributes.filter(({ stock }) => stock > 0)
  if (available.length === 0) return null
  return (
    <ul className="m-0 mt-8 flex list-none flex-wrap gap-2 p-0" aria-label="Choices in stock">
      {available.map(({ id, value }) => (
        <li key={id} className="chip">
          {value}
        </li>
      ))}
    </ul>
  )
}

function Reviews({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null
  return (
    <section className="page pt-section" aria-labelledby="reviews">
      <h2 id="reviews" className="t-h3 mb-block">
        Reviews
      </h2>
      <ul className="m-0 grid list-none gap-8 p-0 md:grid-cols-2">
        {reviews.map(({ id, name, description, rating }) => (
          <li key={id} className="rule pt-6">
            <blockquote className="t-lead m-0 italic">“{description}”</blockquote>
            <p className="t-note mt-3 mb-0">
              {name}, {rating} of 5
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
