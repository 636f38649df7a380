import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

/** A message about a whole form. */
export function AlertNote({ tone = 'error', children }: { tone?: 'error' | 'info'; children: ReactNode }) {
  return (
    <div
      className={tone === 'error' ? 'alert-note is-error' : 'alert-note'}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <Icon name={tone === 'error' ? 'alert' : 'info'} />
      <div>{children}</div>
    </div>
  )
}
