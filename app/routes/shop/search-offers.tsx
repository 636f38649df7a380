import { href, Link } from 'react-router'
import { ProductGrid } from '#app/features/product/grid.tsx'
import { tagUrl } from '#app/lib/urls.ts'
import type { Card } from '#modules/catalog/schema.ts'
import { type Category, categories, categoryByName } from '#shared/categories.ts'

const mostLinks = 6

const categoryLink = ({ title, path }: Category) => ({ title, to: href('/shop/:category', { category: path }) })

function linkTo(name: string) {
  const category = categoryByName(name)
  if (category) return categoryLink(category)
  return { title: name.charAt(0).toUpperCase() + name.slice(1), to: tagUrl(name) }
}

/** Where a search without results leads on: to what it may have meant, else to every category. */
export function NearestCategories({ near }: { near: string[] }) {
  const links = near.length > 0 ? near.slice(0, mostLinks).map(linkTo) : categories.map(categoryLink)
  return (
    <nav className="nearest" aria-labelledby="nearest">
      <h2 id="nearest" className="t-h3">
        {near.length > 0 ? 'Nearest categories' : 'Categories'}
      </h2>
      <ul>
        {links.map(({ title, to }) => (
          <li key={to}>
            <Link className="btn btn-line" to={to} prefetch="intent">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function OfferedBestSellers({ cards }: { cards: Card[] }) {
  if (cards.length === 0) return null
  return (
    <section className="page pt-16 lg:pt-24" aria-labelledby="offered-best-sellers">
      <h2 id="offered-best-sellers" className="t-h3 mb-8">
        Our Best Sellers
      </h2>
      <ProductGrid cards={cards} atTop={false} />
    </section>
  )
}
