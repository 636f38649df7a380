import { useEffect } from 'react'

const focusable = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled'

/** What follows their buttons is another action, so the focus moves to the heading. */
const headingAreas = '[data-focus-heading]'

/** They keep the focus themselves. */
const dialogs = '[role=dialog], [role=alertdialog]'

type Place = { element: Element; next: Element | null; previous: Element | null }

/** The element and its ancestors, with their neighbours at this moment. */
function pathOf(element: Element, root: Element): Place[] {
  const path: Place[] = []
  for (let each: Element | null = element; each && each !== root; each = each.parentElement)
    path.push({ element: each, next: each.nextElementSibling, previous: each.previousElementSibling })
  return path
}

const isVisible = (element: Element) => element.getClientRects().length > 0

function firstFocusable(within: Element | null): HTMLElement | undefined {
  if (!within?.isConnected) return undefined
  const candidates = [...(within.matches(focusable) ? [within] : []), ...within.querySelectorAll(focusable)]
  return candidates.find((each): each is HTMLElement => each instanceof HTMLElement && isVisible(each))
}

/** What follows the removed element, or comes before it; or the first control of the nearest ancestor that is left. */
function nearestFocusable(path: Place[]): HTMLElement | undefined {
  for (const { element, next, previous } of path) {
    const found = firstFocusable(element) ?? firstFocusable(next) ?? firstFocusable(previous)
    if (found) return found
  }
  return undefined
}

function focusHeading(root: Element): void {
  const heading = root.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** When an action removes or disables the focused element, the focus moves to the nearest control, or to the heading. */
export function useKeepFocus(): void {
  useEffect(() => {
    const root = document.getElementById('content')
    if (!root) return
    let path: Place[] = []

    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element && root.contains(target)) path = pathOf(target, root)
    }
    // A click on the background takes the focus away on purpose.
    const forget = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest(focusable)) path = []
    }
    const restore = () => {
      const [place] = path
      if (!place || document.activeElement !== document.body || document.querySelector(dialogs)) return
      const { element } = place
      if (element.isConnected && element.getAttribute('aria-busy') === 'true') return
      const isInArea = path.some((each) => each.element.matches(headingAreas))
      const nearest = isInArea ? firstFocusable(element) : nearestFocusable(path)
      if (nearest) nearest.focus({ preventScroll: true })
      else focusHeading(root)
    }
    const observer = new MutationObserver(restore)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'aria-busy'] })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [])
}
