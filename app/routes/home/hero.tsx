import { useEffect, useRef, useState } from 'react'
import { OwnLink } from '#app/features/site/own-link.tsx'
import { useHydrated } from '#app/lib/hydrated.ts'
import { Icon } from '#app/ui/icons.tsx'
import type { Hero as HeroContent } from '#modules/content/contract.ts'
import { defaultHero } from '#modules/content/hero.ts'
import smallAv1 from '../../assets/film/ridge-960.av1.mp4'
import smallH264 from '../../assets/film/ridge-960.h264.mp4'
import wideAv1 from '../../assets/film/ridge-1920.av1.mp4'
import wideH264 from '../../assets/film/ridge-1920.h264.mp4'
import { FilmSources } from './film-sources.tsx'
import { HeroPoster } from './hero-poster.tsx'

const films = { small: { av1: smallAv1, h264: smallH264 }, wide: { av1: wideAv1, h264: wideH264 } }

export function Hero({ hero: { title, text, button, link, large, small } }: { hero: HeroContent }) {
  const hydrated = useHydrated()
  const film = useHeroFilm()
  const hasFilm = !large && !small
  return (
    <section
      className="on-dark relative h-[min(100svh,68rem)] min-h-[620px] overflow-hidden bg-night text-snow"
      aria-labelledby="hero"
    >
      <HeroPoster large={large} small={small} />
      {hasFilm && (
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
      )}
      <div className="absolute inset-0 bg-[linear-gradient(rgb(16_19_21/.05)_40%,rgb(16_19_21/.66))]" />
      <div className="page absolute inset-x-0 bottom-0 max-w-none pb-10 lg:pb-14">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-8">
          <div className="min-w-0">
            <h1 id="hero" className="t-hero text-balance">
              <Title text={title} />
            </h1>
            {text && <p className="t-lead mt-5 mb-0 max-w-prose text-pretty">{text}</p>}
          </div>
          <div className="mb-2 flex items-center gap-4 max-sm:w-full max-sm:justify-between sm:flex-row-reverse">
            <OwnLink to={link || defaultHero.link} className="btn btn-snow btn-caps">
              {button}
            </OwnLink>
            {hasFilm && (
              <button
                type="button"
                className={`icon-btn max-sm:-mr-3 ${hydrated ? '' : 'invisible'}`}
                aria-label={film.playing ? 'Pause film' : 'Play film'}
                onClick={film.toggle}
              >
                <Icon name={film.playing ? 'pause' : 'play'} />
              </button>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

function Title({ text }: { text: string }) {
  if (text !== defaultHero.title) return text
  return (
    <>
      Elevated from <br />
      the Himalayas
    </>
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
