import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { clearIntent, type Intent, intentTarget, readIntent, resumeIntent } from '#app/state/intent.ts'
import { openOverlay } from '#app/state/overlay.ts'
import { readSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'

/** After a login, opens the cart panel or focuses the button that the visitor pressed before. */
export function useResumeIntent(): void {
  const { hash, pathname, search } = useLocation()
  useEffect(() => {
    const intent = readIntent(hash)
    if (!intent) return clearIntent()
    window.history.replaceState(window.history.state, '', pathname + search)
    resumeIntent(intent)
    if (!readSession().isLoggedIn) return
    if (intent.action === 'openCart') openOverlay('cart')
    else focusTarget(intent)
  }, [hash, pathname, search])
}

const reminders: Partial<Record<Intent['action'], string>> = {
  add: 'Your selection is saved. Press Add to Bag to add it to your bag.',
  save: 'Press the heart to save the product.',
}

function focusTarget({ action, productId = 0 }: Intent): void {
  const target = document.querySelector<HTMLElement>(`[data-intent="${intentTarget(action, productId)}"]`)
  const reminder = reminders[action]
  if (!target || !reminder) return
  target.focus()
  toast(reminder, 'info')
}
