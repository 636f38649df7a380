import { href, Link } from 'react-router'
import type { BlogNeighbours } from '#modules/content/contract.ts'

/** Links to the previous and the next post. */
export function AdjacentPosts({ older, newer }: BlogNeighbours) {
  if (!older && !newer) return null
  return (
    <nav className="page pt-section" aria-label="More posts">
      <div className="rule grid gap-x-gap pt-2 md:grid-cols-2">
        {older ? <AdjacentPost label="Previous post" {...older} /> : <span />}
        {newer && <AdjacentPost label="Next post" {...newer} className="border-rule max-md:border-t md:text-right" />}
      </div>
    </nav>
  )
}

type Props = { label: string; slug: string; title: string; className?: string }

function AdjacentPost({ label, slug, title, className = '' }: Props) {
  return (
    <Link className={`group block py-6 ${className}`} to={href('/blogs/:slug', { slug })} prefetch="intent">
      <span className="t-note block">{label}</span>
      <span className="t-h4 mt-1 block group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4">
        {title}
      </span>
    </Link>
  )
}
