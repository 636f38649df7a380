import type { ReactNode } from 'react'

type Props = { title: string; hint?: string; children: ReactNode }
type PanelProps = { title: string; className?: string; children: ReactNode }

export function FormSection({ title, hint, children }: Props) {
  return (
    <section className="bg-paper p-5 framed lg:p-6 [&>.field:last-child]:-mb-3">
      <h2 className="t-h4 mb-4">{title}</h2>
      {hint && <p className="t-note m-0 -mt-2 mb-4 max-w-prose">{hint}</p>}
      {children}
    </section>
  )
}

/** A section of a page that shows a record, with a small title. */
export function Panel({ title, className = '', children }: PanelProps) {
  return (
    <section className={`bg-paper p-5 framed ${className}`}>
      <h2 className="mb-3 font-normal font-sans text-granite text-note">{title}</h2>
      {children}
    </section>
  )
}
