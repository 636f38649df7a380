import useEmblaCarousel from 'embla-carousel-react'
import { useCallback, useEffect, useRef, useState } from 'react'

type AutoplayPlugin = ReturnType<typeof import('embla-carousel-autoplay').default>

type Options = {
  loop?: boolean
  align?: 'start' | 'center'
  /** Embla's own autoplay, handed in by the one that moves by itself: the others need not load it. */
  plugins?: AutoplayPlugin[]
  /** While true, nothing moves by itself. */
  resting?: boolean
  durationMs?: number
  slidesToScroll?: number
}

const noPlugins: AutoplayPlugin[] = []

/** Embla's spring knows no milliseconds: after `ms` it has come 98 % of its way. */
const springFor = (ms: number) => Math.round(ms / 31)

type Carousel = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>

/** Measuring slides is dear while a page comes to life, so a carousel wakes when it comes near the view, or is used. */
function useSleepingCarousel(...[options, plugins]: Parameters<typeof useEmblaCarousel>) {
  const [wakeIn, carousel] = useEmblaCarousel(options, plugins)
  const view = useRef<HTMLElement>(null)
  const firstMove = useRef<(carousel: Carousel) => void>(undefined)

  const ref = useCallback(
    (node: HTMLElement | null) => {
      view.current = node
      if (!node) return
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (!entry?.isIntersecting) return
          observer.disconnect()
          wakeIn(node)
        },
        { rootMargin: '50%' },
      )
      observer.observe(node)
      return () => {
        observer.disconnect()
        wakeIn(null)
      }
    },
    [wakeIn],
  )
  const move = useCallback(
    (how: (carousel: Carousel) => void) => {
      if (carousel) return how(carousel)
      firstMove.current = how
      wakeIn(view.current)
    },
    [carousel, wakeIn],
  )
  useEffect(() => {
    if (!carousel) return
    firstMove.current?.(carousel)
    firstMove.current = undefined
  }, [carousel])
  return { ref, carousel, move }
}

/** A carousel by swipe, arrows and dots. Autoplay rests when told to and in a hidden tab, and is off with reduced motion. */
export function useCarousel({
  loop = false,
  align = 'start',
  plugins = noPlugins,
  resting = false,
  durationMs = 420,
  slidesToScroll = 1,
}: Options = {}) {
  const still = useReducedMotion()
  const { ref, carousel, move } = useSleepingCarousel(
    { loop, align, slidesToScroll, duration: still ? 0 : springFor(durationMs) },
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

  useEffect(() => {
    const autoplay = carousel?.plugins().autoplay
    if (!autoplay || resting || still) return
    const play = () => autoplay.play()
    play()
    // A finger stops it; it goes on when the finger lets go.
    carousel.on('pointerUp', play).on('reInit', play)
    return () => {
      carousel.off('pointerUp', play).off('reInit', play)
      autoplay.stop()
    }
  }, [carousel, resting, still])

  return {
    ref,
    selected,
    ...ends,
    previous: useCallback(() => move((it) => it.scrollPrev()), [move]),
    next: useCallback(() => move((it) => it.scrollNext()), [move]),
    show: useCallback((index: number) => move((it) => it.scrollTo(index)), [move]),
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
