import { href, Link } from 'react-router'
import type { BlogNeighbours } from '#modules/content/schema.ts'

/** The posts before and after this one. */
export function Neighbours({ older, newer }: BlogNeighbours) {
  if (!older && !newer) return null
  return (
    <nav className="page pt-section" aria-label="More posts">
      <div className="rule grid gap-x-gap pt-2 md:grid-cols-2">
        {older ? <Neighbour label="Previous post" {...older} /> : <span />}
        {newer && <Neighbour label="Next post" {...newer} className="border-rule max-md:border-t md:text-right" />}
      </div>
    </nav>
  )
}

type Props = { label: string; slug: string; title: string; className?: string }

function Neighbour({ label, slug, title, className = '' }: Props) {
  return (
    <Link className={`group block py-6 ${className}`} to={href('/blogs/:slug', { slug })} prefetch="intent">
      <span className="t-note block">{label}</span>
      <span className="t-h4 mt-1 block group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4">
        {title}
      </span>
    </Link>
  )
}
