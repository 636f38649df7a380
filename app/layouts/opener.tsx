import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '#app/lib/hydrated.ts'

type Props = {
  label: string
  /** Where a browser without JavaScript goes instead. */
  to: string
  onOpen: () => void
  /** The person is about to press: time to load what will open. */
  onNear?: () => void
  opens: 'dialog' | { panel: string; isOpen: boolean }
  className?: string
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** An icon that opens something. In the page as it is sent it is a plain link, so that it works before any script does. */
export function Opener({ label, to, onOpen, onNear, opens, className = '', ref, children }: Props) {
  const hydrated = useHydrated()
  const classes = `icon-btn ${className}`
  if (!hydrated) {
    // `Link` would put the path of this page before a fragment.
    return to.startsWith('#') ? (
      <a href={to} className={classes} aria-label={label}>
        {children}
      </a>
    ) : (
      <Link to={to} className={classes} aria-label={label}>
        {children}
      </Link>
    )
  }
  const state =
    opens === 'dialog'
      ? { 'aria-haspopup': 'dialog' as const }
      : { 'aria-expanded': opens.isOpen, 'aria-controls': opens.panel }
  return (
    <button
      ref={ref}
      type="button"
      className={classes}
      aria-label={label}
      onClick={onOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
      {...state}
    >
      {children}
    </button>
  )
}
