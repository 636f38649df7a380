import { useEffect, useRef, useState } from 'react'
import { useCloseOnNavigation } from './on-navigation.ts'

const hoverDelayMs = 120
const leaveDelayMs = 200

const itemOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-dropdown]') : null

export type Dropdowns = ReturnType<typeof useDropdowns>

/**
 * Tracks which dropdown of the header is open. A dropdown and its trigger share a parent element, which names the
 * dropdown in `data-dropdown`; the trigger names its panel in `aria-controls`.
 */
export function useDropdowns() {
  const [open, setOpen] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOpenByHover = useRef(false)

  useCloseOnNavigation(() => setOpen(null))
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (open === null) return
    const onOutside = ({ target }: Event) => {
      if (itemOf(target)?.dataset.dropdown !== open) setOpen(null)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const item = itemOf(document.activeElement)
      if (item?.dataset.dropdown === open) item.querySelector<HTMLElement>('[aria-controls]')?.focus()
      setOpen(null)
    }
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  const schedule = (ms: number, work: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, ms)
  }

  return {
    open,
    show(key: string) {
      clearTimeout(timer.current)
      isOpenByHover.current = false
      setOpen(key)
    },
    close() {
      clearTimeout(timer.current)
      setOpen(null)
    },
    /** A click on a dropdown that hovering has opened keeps it open. */
    press(key: string) {
      const staysOpen = open !== key || isOpenByHover.current
      clearTimeout(timer.current)
      isOpenByHover.current = false
      setOpen(staysOpen ? key : null)
    },
    enter(key: string) {
      if (open === key) return clearTimeout(timer.current)
      schedule(hoverDelayMs, () => {
        isOpenByHover.current = true
        setOpen(key)
      })
    },
    leave() {
      schedule(leaveDelayMs, () => setOpen(null))
    },
  }
}
