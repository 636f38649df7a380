import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSite } from '#app/features/site/seo.tsx'
import { Icon } from '#app/ui/icons.tsx'

type Back = { to: string; title: string }
type Props = { title: string; back?: Back; news?: ReactNode; children?: ReactNode }

const headingId = 'page-heading'

/** After an action whose button is gone. */
export function focusHeading(): HTMLElement | null {
  const heading = document.getElementById(headingId)
  heading?.focus({ preventScroll: true })
  return heading
}

export function BackLink({ to, title }: Back) {
  return (
    <Link className="inline-flex min-h-target items-center gap-2 text-granite hover:text-ink" to={to}>
      <Icon name="left" className="ico size-4" />
      {title}
    </Link>
  )
}

/** Page header of the back office: back link, title and actions. */
export function AdminHead({ title, back, news, children }: Props) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <AdminTitle title={title} />
      <div className="min-w-0">
        {back && <BackLink {...back} />}
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1 id={headingId} className="t-h3 outline-none [overflow-wrap:anywhere]" tabIndex={-1}>
            {title}
          </h1>
          {news}
        </div>
      </div>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </header>
  )
}

/** Browser title of a back office page. */
export function AdminTitle({ title }: { title?: string }) {
  const { shopName } = useSite()
  return <title>{[title, 'Back office', shopName].filter(Boolean).join(' · ')}</title>
}
