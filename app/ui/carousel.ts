import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useCallback, useEffect, useMemo, useState } from 'react'

type Options = {
  loop?: boolean
  align?: 'start' | 'center'
  autoplayMs?: number
  durationMs?: number
  slidesToScroll?: number
}

/** Embla counts its duration in frames of its own spring; 25 is about 400 ms. */
const framesFor = (ms: number) => Math.round(ms / 16)

/** A carousel by swipe, arrows and dots. Autoplay rests on hover, focus and a hidden tab, and is off with reduced motion. */
export function useCarousel({
  loop = false,
  align = 'start',
  autoplayMs,
  durationMs = 420,
  slidesToScroll = 1,
}: Options = {}) {
  const still = useReducedMotion()
  const plugins = useMemo(
    () =>
      autoplayMs && !still
        ? [Autoplay({ delay: autoplayMs, stopOnInteraction: false, stopOnMouseEnter: true, stopOnFocusIn: true })]
        : [],
    [autoplayMs, still],
  )
  const [ref, carousel] = useEmblaCarousel(
    { loop, align, slidesToScroll, duration: still ? 0 : framesFor(durationMs) },
    plugins,
  )
  const [selected, setSelected] = useState(0)
  const [ends, setEnds] = useState({ atStart: !loop, atEnd: false })

  useEffect(() => {
    if (!carousel) return
    const update = () => {
      setSelected(carousel.selectedScrollSnap())
      setEnds({ atStart: !carousel.canScrollPrev(), atEnd: !carousel.canScrollNext() })
    }
    update()
    carousel.on('select', update).on('reInit', update)
    return () => {
      carousel.off('select', update).off('reInit', update)
    }
  }, [carousel])

  return {
    ref,
    selected,
    ...ends,
    previous: useCallback(() => carousel?.scrollPrev(), [carousel]),
    next: useCallback(() => carousel?.scrollNext(), [carousel]),
    show: useCallback((index: number) => carousel?.scrollTo(index), [carousel]),
  }
}

export function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(false)
  useEffect(() => {
    const query = window.matchMedia('(prefers-reduced-motion: reduce)')
    const update = () => setReduced(query.matches)
    update()
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])
  return reduced
}
