import { useRef, useState } from 'react'
import { Icon } from '#app/ui/icons.tsx'
import avif from '../../assets/art/crystal-1280.avif'
import webp from '../../assets/art/crystal-1280.webp'
import smallAv1 from '../../assets/film/crystal-960.av1.mp4'
import smallH264 from '../../assets/film/crystal-960.h264.mp4'
import wideAv1 from '../../assets/film/crystal-1920.av1.mp4'
import wideH264 from '../../assets/film/crystal-1920.h264.mp4'
import { Art } from './art.tsx'
import { FilmSources } from './film-sources.tsx'

const films = { small: { av1: smallAv1, h264: smallH264 }, wide: { av1: wideAv1, h264: wideH264 } }

/** The browser loads the film only when the visitor plays it. */
export function Film() {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)

  const toggle = () => {
    if (playing) video.current?.pause()
    else video.current?.play().catch(() => setPlaying(false))
  }

  return (
    <section
      className="on-dark relative aspect-[4/5] overflow-hidden bg-stage text-snow sm:aspect-wide"
      aria-label="Film"
    >
      <Art picture={{ avif, webp }} width={1280} height={548} className="absolute inset-0 size-full object-cover" />
      <video
        ref={video}
        className="absolute inset-0 size-full object-cover"
        muted
        loop
        playsInline
        preload="none"
        tabIndex={-1}
        aria-hidden="true"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        <FilmSources {...films} />
      </video>
      <button
        type="button"
        className="group needs-script absolute inset-0 grid size-full place-items-center outline-offset-[-8px]"
        aria-label={playing ? 'Pause film' : 'Play film'}
        data-playing={playing || undefined}
        onClick={toggle}
      >
        <span className="grid size-22 place-items-center rounded-full border border-[rgb(247_247_245/.8)] bg-[rgb(16_19_21/.5)] transition-[opacity,background-color] duration-(--duration-quick) ease-enter group-data-playing:opacity-0 group-data-playing:group-hover:opacity-100 group-data-playing:group-focus-visible:opacity-100 [@media(hover:hover)]:group-hover:bg-[rgb(16_19_21/.7)]">
          <Icon name={playing ? 'pause' : 'play'} className="ico scale-125" />
        </span>
      </button>
    </section>
  )
}
