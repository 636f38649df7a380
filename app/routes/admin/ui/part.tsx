import type { ReactNode } from 'react'

type Props = { title: string; hint?: string; children: ReactNode }

/** A part of a form, with its heading. */
export function Part({ title, hint, children }: Props) {
  return (
    <section className="goods-part">
      <h2>{title}</h2>
      {hint && <p className="t-note m-0 -mt-2 mb-4 max-w-prose">{hint}</p>}
      {children}
    </section>
  )
}
