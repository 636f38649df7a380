import type { ReactNode } from 'react'

type Props = { label: string; title: string; children?: ReactNode }

/** The quiet band at the top of a page: what it is, its sentence, and a few words to the right. */
export function PageHead({ label, title, children }: Props) {
  return (
    <header className="bg-stage">
      <div className="page grid-12 items-end gap-y-8 py-16 lg:py-24">
        <div className="col-span-12 lg:col-span-7">
          <p className="m-0 mb-4 text-granite">{label}</p>
          <h1 className="t-h1">{title}</h1>
        </div>
        {children && (
          <div className="col-span-12 max-w-prose text-granite lg:col-span-4 lg:col-start-9 [&>p]:m-0">{children}</div>
        )}
      </div>
    </header>
  )
}
