import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'

/** Above what is meant for paper, and not on it. */
export function PrintHead({ title, back }: { title: string; back: { to: string; title: string } }) {
  return (
    <div className="office-head not-printed mx-auto max-w-3xl">
      <title>{`${title} · Back office · ALPINE`}</title>
      <Link className="office-back" to={back.to}>
        <Icon name="left" className="ico size-4" />
        {back.title}
      </Link>
      <Button onClick={() => window.print()}>Print</Button>
    </div>
  )
}
