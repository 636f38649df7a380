import { href, Link } from 'react-router'
import { ProductGrid } from '#app/features/product/grid.tsx'
import { tagUrl } from '#app/lib/urls.ts'
import type { ProductCardData } from '#modules/catalog/contract.ts'
import { type Category, categories, categoryByName } from '#shared/categories.ts'

const maxLinks = 6

const categoryLink = ({ title, path }: Category) => ({ title, to: href('/shop/:category', { category: path }) })

function linkTo(name: string) {
  const category = categoryByName(name)
  if (category) return categoryLink(category)
  return { title: name.charAt(0).toUpperCase() + name.slice(1), to: tagUrl(name) }
}

/** Links for a search without results: to the nearest categories and tags, or else to all categories. */
export function NearestCategories({ names }: { names: string[] }) {
  const links = names.length > 0 ? names.slice(0, maxLinks).map(linkTo) : categories.map(categoryLink)
  return (
    <nav className="mt-16" aria-labelledby="nearest">
      <h2 id="nearest" className="t-h3">
        {names.length > 0 ? 'Nearest categories' : 'Categories'}
      </h2>
      <ul className="mt-6 flex flex-wrap justify-center gap-3">
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

export function SearchBestSellers({ cards }: { cards: ProductCardData[] }) {
  if (cards.length === 0) return null
  return (
    <section className="page pt-16 lg:pt-24" aria-labelledby="search-best-sellers">
      <h2 id="search-best-sellers" className="t-h3 mb-8">
        Our Best Sellers
      </h2>
      <ProductGrid cards={cards} atTop={false} />
    </section>
  )
}
