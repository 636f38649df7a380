import { href, Link } from 'react-router'
import { categories } from '#shared/categories.ts'

const order = ['crystal', 'jewellery', 'accessory']

export function Header() {
  const shelves = order.flatMap((key) => categories.find((category) => category.key === key) ?? [])
  return (
    <header className="header">
      <div className="page header-in max-w-none">
        <nav className="nav max-lg:hidden" aria-label="Shop">
          {shelves.map(({ key, title, path }) => (
            <Link key={key} className="nav-link" to={href('/shop/:category', { category: path })} prefetch="intent">
              {title}
            </Link>
          ))}
        </nav>
        <Link className="nav-link lg:hidden" to={href('/shop')}>
          Shop
        </Link>
        <Link className="wordmark" to={href('/')}>
          ALPINE
        </Link>
        <search className="max-md:hidden">
          <form className="flex justify-end" action={href('/shop')}>
            <label className="sr-only" htmlFor="search">
              Search
            </label>
            <input
              className="input h-11 max-w-44"
              id="search"
              name="Name"
              type="search"
              placeholder="Search"
              maxLength={200}
            />
          </form>
        </search>
      </div>
    </header>
  )
}
