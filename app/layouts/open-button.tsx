import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '#app/lib/hydrated.ts'

type Props = {
  label: string
  /** The link target without JavaScript. */
  to: string
  onPress: () => void
  /** Called on hover and focus, to load the code of the overlay. */
  onPrefetch?: () => void
  controls: 'dialog' | { panel: string; isOpen: boolean }
  className?: string
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** An icon that opens an overlay. The server renders a plain link, which works before hydration. */
export function OpenButton({ label, to, onPress, onPrefetch, controls, className = '', ref, children }: Props) {
  const hydrated = useHydrated()
  const classes = `icon-btn ${className}`
  if (!hydrated) {
    // `Link` would prepend the path of this page to a fragment.
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
  const ariaProps =
    controls === 'dialog'
      ? { 'aria-haspopup': 'dialog' as const }
      : { 'aria-expanded': controls.isOpen, 'aria-controls': controls.panel }
  return (
    <button
      ref={ref}
      type="button"
      className={classes}
      aria-label={label}
      onClick={onPress}
      onPointerEnter={onPrefetch}
      onFocus={onPrefetch}
      {...ariaProps}
    >
      {children}
    </button>
  )
}
