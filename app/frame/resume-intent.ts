import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { dropIntent, type Intent, readIntent, resumeIntent } from '#app/state/intent.ts'
import { openOverlay } from '#app/state/overlay.ts'
import { readSession } from '#app/state/session.ts'

/** Brings somebody who has logged in back to what they wanted: the panel opens, or the button has the focus. */
export function useResumeIntent(): void {
  const { key, hash, pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation; the rest changes with the key
  useEffect(() => {
    const intent = readIntent(hash)
    if (!intent) return dropIntent()
    window.history.replaceState(window.history.state, '', pathname + search)
    resumeIntent(intent)
    if (!readSession().isLoggedIn) return
    if (intent.action === 'openCart') openOverlay('cart')
    else findTarget(intent)?.focus()
  }, [key])
}

function findTarget({ action, productId }: Intent): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-intent="${action} ${productId}"]`)
}
