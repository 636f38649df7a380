import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  look?: 'ink' | 'line' | 'snow'
  caps?: boolean
  /** Shows `busyText` and disables the button without changing its width. */
  busy?: boolean
  busyText?: string
}

export function Button({
  look = 'ink',
  caps = false,
  busy = false,
  busyText,
  className = '',
  children,
  ...button
}: Props) {
  const classes = ['btn', `btn-${look}`, caps && !busy && 'btn-caps', className].filter(Boolean).join(' ')
  return (
    <button type="button" {...button} className={classes} disabled={button.disabled || busy} aria-busy={busy}>
      {busyText ? (
        // Both texts share one cell, so the button is as wide as the longer one.
        <span className="grid *:[grid-area:1/1] *:aria-hidden:invisible">
          <span aria-hidden={busy}>{children}</span>
          <span aria-hidden={!busy}>{busyText}</span>
        </span>
      ) : (
        children
      )}
    </button>
  )
}
