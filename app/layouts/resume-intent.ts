import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { dropIntent, type Intent, intentTarget, readIntent, resumeIntent } from '#app/state/intent.ts'
import { openOverlay } from '#app/state/overlay.ts'
import { readSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'

/** Brings somebody who has logged in back to what they wanted: the panel opens, or the button has the focus. */
export function useResumeIntent(): void {
  const { hash, pathname, search } = useLocation()
  useEffect(() => {
    const intent = readIntent(hash)
    if (!intent) return dropIntent()
    window.history.replaceState(window.history.state, '', pathname + search)
    resumeIntent(intent)
    if (!readSession().isLoggedIn) return
    if (intent.action === 'openCart') openOverlay('cart')
    else bringBackTo(intent)
  }, [hash, pathname, search])
}

const reminders: Partial<Record<Intent['action'], string>> = {
  add: 'Your choice is kept. Press Add to Bag to put it into your bag.',
  save: 'Press the heart to save the product.',
}

function bringBackTo({ action, productId = 0 }: Intent): void {
  const target = document.querySelector<HTMLElement>(`[data-intent="${intentTarget(action, productId)}"]`)
  const reminder = reminders[action]
  if (!target || !reminder) return
  target.focus()
  toast(reminder, 'info')
}
