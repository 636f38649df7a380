import { useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { useHydrated } from '#app/lib/hydrated.ts'
import { Icon } from '#app/ui/icons.tsx'
import smallAvif from '../../assets/art/hero-640.avif'
import smallWebp from '../../assets/art/hero-640.webp'
import wideAvif from '../../assets/art/hero-1280.avif'
import wideWebp from '../../assets/art/hero-1280.webp'
import fullAvif from '../../assets/art/hero-1920.avif'
import fullWebp from '../../assets/art/hero-1920.webp'
import tallAvif from '../../assets/art/hero-tall-405.avif'
import tallWebp from '../../assets/art/hero-tall-405.webp'
import smallAv1 from '../../assets/film/ridge-960.av1.mp4'
import smallH264 from '../../assets/film/ridge-960.h264.mp4'
import wideAv1 from '../../assets/film/ridge-1920.av1.mp4'
import wideH264 from '../../assets/film/ridge-1920.h264.mp4'
import { FilmSources } from './film-sources.tsx'

const portrait = '(max-aspect-ratio: 3/4)'
const wideAvifs = `${smallAvif} 640w, ${wideAvif} 1280w, ${fullAvif} 1920w`
const wideWebps = `${smallWebp} 640w, ${wideWebp} 1280w, ${fullWebp} 1920w`
const films = { small: { av1: smallAv1, h264: smallH264 }, wide: { av1: wideAv1, h264: wideH264 } }

const preload = { rel: 'preload', as: 'image', type: 'image/avif', fetchPriority: 'high' } as const

/** Preloads the poster, the largest element of the first view. */
export const heroLinks = [
  { ...preload, href: tallAvif, imageSrcSet: tallAvif, media: portrait },
  { ...preload, href: wideAvif, imageSrcSet: wideAvifs, imageSizes: '100vw', media: `not all and ${portrait}` },
]

export function Hero() {
  const hydrated = useHydrated()
  const film = useHeroFilm()
  return (
    <section
      className="on-dark relative h-[min(100svh,68rem)] min-h-[620px] overflow-hidden bg-night text-snow"
      aria-labelledby="hero"
    >
      <Poster />
      <video
        ref={film.ref}
        className={`absolute inset-0 size-full object-cover transition-opacity duration-(--duration-reveal) ${film.started ? 'opacity-100' : 'opacity-0'}`}
        muted
        loop
        playsInline
        preload="none"
        tabIndex={-1}
        aria-hidden="true"
        {...film.listeners}
      >
        <FilmSources {...films} />
      </video>
      <div className="absolute inset-0 bg-[linear-gradient(rgb(16_19_21/.05)_40%,rgb(16_19_21/.66))]" />
      <div className="page absolute inset-x-0 bottom-0 max-w-none pb-10 lg:pb-14">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
          <h1 id="hero" className="t-hero">
            Elevated from <br />
            the Himalayas
          </h1>
          <div className="mb-2 flex items-center gap-4 max-sm:w-full max-sm:justify-between sm:flex-row-reverse">
            <Link to={href('/shop')} prefetch="intent" className="btn btn-snow btn-caps">
              SHOP NOW
            </Link>
            <button
              type="button"
              className={`icon-btn max-sm:-mr-3 ${hydrated ? '' : 'invisible'}`}
              aria-label={film.playing ? 'Pause film' : 'Play film'}
              onClick={film.toggle}
            >
              <Icon name={film.playing ? 'pause' : 'play'} />
            </button>
          </div>
        </div>
      </div>
    </section>
  )
}

function Poster() {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={tallAvif} media={portrait} />
      <source type="image/webp" srcSet={tallWebp} media={portrait} />
      <source type="image/avif" srcSet={wideAvifs} sizes="100vw" />
      <img
        src={wideWebp}
        srcSet={wideWebps}
        sizes="100vw"
        alt=""
        width={1280}
        height={720}
        fetchPriority="high"
        className="absolute inset-0 size-full object-cover"
      />
    </picture>
  )
}

/** The film starts after hydration; with reduced motion it starts only on request. */
function useHeroFilm() {
  const ref = useRef<HTMLVideoElement>(null)
  const [started, setStarted] = useState(false)
  const [playing, setPlaying] = useState(false)

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    if (!ref.current) return
    // Unlike play(), autoplay lets the browser pause the film while it is out of view.
    ref.current.autoplay = true
    ref.current.load()
  }, [])

  const toggle = () => {
    if (playing) ref.current?.pause()
    // Browsers reject play() in power-saving mode: the poster stays.
    else ref.current?.play().catch(() => setPlaying(false))
  }
  const listeners = {
    onPlaying: () => {
      setStarted(true)
      setPlaying(true)
    },
    onPause: () => setPlaying(false),
  }
  return { ref, started, playing, toggle, listeners }
}
