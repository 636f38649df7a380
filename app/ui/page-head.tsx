import type { ReactNode } from 'react'

type Props = {
  label?: string
  title: string
  /** Adds padding for the transparent header. */
  underHeader?: boolean
  children?: ReactNode
}

/** The heading of a page, with an optional text beside it. */
export function PageHead({ label, title, underHeader = false, children }: Props) {
  const padding = underHeader ? 'pt-[9.5rem] pb-12 lg:pb-16' : label ? 'py-16 lg:py-24' : 'py-12 lg:py-20'
  return (
    <header className="bg-stage">
      <div className={`page grid-12 items-end gap-y-4 ${padding}`}>
        <div className="col-span-12 lg:col-span-7">
          {label && <p className="m-0 mb-4 text-granite">{label}</p>}
          <h1 className="t-h1 break-words">{title}</h1>
        </div>
        {children && (
          <div className="col-span-12 max-w-prose text-granite lg:col-span-4 lg:col-start-9 [&>p]:m-0">{children}</div>
        )}
      </div>
    </header>
  )
}
