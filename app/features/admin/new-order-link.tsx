import { useEffect } from 'react'
import { href, Link, useNavigate } from 'react-router'

/** Opens the form for an order that came by phone, by Instagram or over the counter; `c` opens it too. */
export function NewOrderLink() {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) => {
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')
      if (key !== 'c' || ctrlKey || metaKey || altKey || repeat || isTyping) return
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) void navigate(href('/admin/orders/new'))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])
  return (
    <Link
      className="btn btn-ink"
      to={href('/admin/orders/new')}
      prefetch="intent"
      title="New order (C)"
      aria-keyshortcuts="c"
    >
      New order
    </Link>
  )
}
