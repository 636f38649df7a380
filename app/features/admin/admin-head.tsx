import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/ui/icons.tsx'
import { AdminTitle } from './admin-title.tsx'

type Props = { title: string; back?: { to: string; title: string }; children?: ReactNode }

/** Page header of the back office: back link, title and actions. */
export function AdminHead({ title, back, children }: Props) {
  return (
    <header className="admin-head">
      <AdminTitle title={title} />
      <div className="min-w-0">
        {back && (
          <Link className="back-link" to={back.to}>
            <Icon name="left" className="ico size-4" />
            {back.title}
          </Link>
        )}
        <h1 className="t-h3 [overflow-wrap:anywhere]">{title}</h1>
      </div>
      {children && <div className="admin-actions">{children}</div>}
    </header>
  )
}
