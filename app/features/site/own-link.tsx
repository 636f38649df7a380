import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A link that the owner entered: a page of the shop or another website. */
export function OwnLink({ to, className, children }: { to: string; className: string; children: ReactNode }) {
  if (!to.startsWith('/'))
    return (
      <a href={to} className={className}>
        {children}
      </a>
    )
  return (
    <Link to={to} prefetch="intent" className={className}>
      {children}
    </Link>
  )
}
