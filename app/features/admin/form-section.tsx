import type { ReactNode } from 'react'

type Props = { title: string; hint?: string; children: ReactNode }

export function FormSection({ title, hint, children }: Props) {
  return (
    <section className="form-section">
      <h2>{title}</h2>
      {hint && <p className="t-note m-0 -mt-2 mb-4 max-w-prose">{hint}</p>}
      {children}
    </section>
  )
}
