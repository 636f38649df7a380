import type { ReactNode } from 'react'

/** A small label beside a name, such as the source of an order. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex whitespace-nowrap bg-stone px-1.5 text-ink text-note leading-5.5">{children}</span>
  )
}
