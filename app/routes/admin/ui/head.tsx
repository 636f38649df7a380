import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/ui/icons.tsx'

type Props = { title: string; back?: { to: string; title: string }; children?: ReactNode }

/** The top of a page of the back office: where one came from, what it is, and what can be done. */
export function OfficeHead({ title, back, children }: Props) {
  return (
    <header className="office-head">
      <title>{`${title} · Back office · ALPINE`}</title>
      <div className="min-w-0">
        {back && (
          <Link className="office-back" to={back.to}>
            <Icon name="left" className="ico size-4" />
            {back.title}
          </Link>
        )}
        <h1 className="t-h3 [overflow-wrap:anywhere]">{title}</h1>
      </div>
      {children && <div className="office-actions">{children}</div>}
    </header>
  )
}
