import { href, Link } from 'react-router'
import { tagUrl } from '#app/lib/urls.ts'
import { categories } from '#shared/categories.ts'

export function Footer() {
  return (
    <footer className="on-dark mt-section bg-night text-snow">
      <div className="page section">
        <p className="wordmark m-0">ALPINE</p>
        <p className="t-note mt-4 mb-12 text-scree">Crystals, jewellery and accessories from the Himalayas of Nepal.</p>
        <div className="grid gap-8 sm:grid-cols-3">
          {categories.map(({ key, title, path, subcategories }) => (
            <nav key={key} aria-label={title}>
              <Link className="nav-link" to={href('/shop/:category', { category: path })}>
                {title}
              </Link>
              <ul className="m-0 list-none p-0">
                {subcategories.map((tag) => (
                  <li key={tag}>
                    <Link className="nav-link text-scree" to={tagUrl(tag)}>
                      {tag}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <p className="t-note mt-12 mb-0 text-scree">© 2025 ALPINE. All rights reserved.</p>
      </div>
    </footer>
  )
}
