import { type RefObject, useEffect, useEffectEvent } from 'react'

const secondsPerTurn = 12
/** A hidden tab gets no frames; it goes on where it stopped. */
const maxStepMs = 100

/** Calls `advance` with a part of a turn, while the element is on the screen. */
export function useSpin(element: RefObject<Element | null>, isOn: boolean, advance: (part: number) => void): void {
  const onAdvance = useEffectEvent(advance)
  useEffect(() => {
    if (!isOn || !element.current) return
    let request = 0
    let before = 0
    const step = (now: number) => {
      onAdvance(Math.min(now - before, maxStepMs) / 1000 / secondsPerTurn)
      before = now
      request = requestAnimationFrame(step)
    }
    const observer = new IntersectionObserver(([entry]) => {
      cancelAnimationFrame(request)
      before = performance.now()
      if (entry?.isIntersecting) request = requestAnimationFrame(step)
    })
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(request)
    }
  }, [element, isOn])
}
