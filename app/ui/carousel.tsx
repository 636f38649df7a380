import useEmblaCarousel from 'embla-carousel-react'
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react'

type AutoplayPlugin = ReturnType<typeof import('embla-carousel-autoplay').default>

type Options = {
  loop?: boolean
  align?: 'start' | 'center'
  /** Passed in, so that only carousels with autoplay load the plugin. */
  plugins?: AutoplayPlugin[]
  /** Pauses autoplay. */
  paused?: boolean
  durationMs?: number
  slidesToScroll?: number
}

const noPlugins: AutoplayPlugin[] = []

/** Embla has no duration in milliseconds; with this value it is 98 % done after `ms`. */
const emblaDuration = (ms: number) => Math.round(ms / 31)

type Carousel = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>

/** Measuring slides slows hydration, so Embla starts when the carousel comes near the viewport or is used. */
function useLazyCarousel(...[options, plugins]: Parameters<typeof useEmblaCarousel>) {
  const [start, carousel] = useEmblaCarousel(options, plugins)
  const viewport = useRef<HTMLElement>(null)
  const pendingMove = useRef<(carousel: Carousel) => void>(undefined)

  const ref = useCallback(
    (node: HTMLElement | null) => {
      viewport.current = node
      if (!node) return
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (!entry?.isIntersecting) return
          observer.disconnect()
          start(node)
        },
        { rootMargin: '50%' },
      )
      observer.observe(node)
      return () => {
        observer.disconnect()
        start(null)
      }
    },
    [start],
  )
  const move = useCallback(
    (action: (carousel: Carousel) => void) => {
      if (carousel) return action(carousel)
      pendingMove.current = action
      start(viewport.current)
    },
    [carousel, start],
  )
  useEffect(() => {
    if (!carousel) return
    pendingMove.current?.(carousel)
    pendingMove.current = undefined
  }, [carousel])
  return { ref, carousel, move }
}

/** Autoplay pauses in a hidden tab and is off with reduced motion. */
export function useCarousel({
  loop = false,
  align = 'start',
  plugins = noPlugins,
  paused = false,
  durationMs = 420,
  slidesToScroll = 1,
}: Options = {}) {
  const reducedMotion = useReducedMotion()
  const { ref, carousel, move } = useLazyCarousel(
    { loop, align, slidesToScroll, duration: reducedMotion ? 0 : emblaDuration(durationMs) },
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
    if (!autoplay || paused || reducedMotion) return
    const play = () => autoplay.play()
    play()
    // Touching the carousel stops autoplay, so it has to be started again.
    carousel.on('pointerUp', play).on('reInit', play)
    return () => {
      carousel.off('pointerUp', play).off('reInit', play)
      autoplay.stop()
    }
  }, [carousel, paused, reducedMotion])

  return {
    ref,
    selected,
    ...ends,
    previous: useCallback(() => move((embla) => embla.scrollPrev()), [move]),
    next: useCallback(() => move((embla) => embla.scrollNext()), [move]),
    show: useCallback((index: number) => move((embla) => embla.scrollTo(index)), [move]),
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

/** `aria-label` gives its place, such as "1 of 5". */
export function Slide(props: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements: a slide is a group, not a fieldset
  return <div role="group" aria-roledescription="slide" {...props} />
}
