import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

const hoverDelayMs = 120
const leaveDelayMs = 200

const itemOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-dropdown]') : null

export type Dropdowns = ReturnType<typeof useDropdowns>

/**
 * Which one of the header's dropdowns is open. Each stands with its trigger in an element that carries its key as
 * `data-dropdown`; the trigger names its panel in `aria-controls`.
 */
export function useDropdowns() {
  const [open, setOpen] = useState<string | null>(null)
  const { key: visit } = useLocation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openedByHover = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every navigation
  useLayoutEffect(() => () => setOpen(null), [visit])
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (open === null) return
    const onAway = ({ target }: Event) => {
      if (itemOf(target)?.dataset.dropdown !== open) setOpen(null)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const item = itemOf(document.activeElement)
      if (item?.dataset.dropdown === open) item.querySelector<HTMLElement>('[aria-controls]')?.focus()
      setOpen(null)
    }
    document.addEventListener('pointerdown', onAway)
    document.addEventListener('focusin', onAway)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onAway)
      document.removeEventListener('focusin', onAway)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  const later = (ms: number, work: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, ms)
  }

  return {
    open,
    show(key: string) {
      clearTimeout(timer.current)
      openedByHover.current = false
      setOpen(key)
    },
    close() {
      clearTimeout(timer.current)
      setOpen(null)
    },
    /** A press on what the pointer has just opened keeps it open. */
    press(key: string) {
      const stays = open !== key || openedByHover.current
      clearTimeout(timer.current)
      openedByHover.current = false
      setOpen(stays ? key : null)
    },
    enter(key: string) {
      if (open === key) return clearTimeout(timer.current)
      later(hoverDelayMs, () => {
        openedByHover.current = true
        setOpen(key)
      })
    },
    leave() {
      later(leaveDelayMs, () => setOpen(null))
    },
  }
}
