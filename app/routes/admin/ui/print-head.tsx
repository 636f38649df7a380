import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { AdminTitle } from './admin-title.tsx'

/** Header of a print page. It is not printed. */
export function PrintHead({ title, back }: { title: string; back: { to: string; title: string } }) {
  return (
    <div className="admin-head no-print mx-auto max-w-3xl">
      <AdminTitle title={title} />
      <Link className="back-link" to={back.to}>
        <Icon name="left" className="ico size-4" />
        {back.title}
      </Link>
      <Button onClick={() => window.print()}>Print</Button>
    </div>
  )
}
