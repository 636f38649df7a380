import { useRef, useState } from 'react'
import { Icon } from '#app/ui/icons.tsx'
import avif from '../../assets/art/crystal-1280.avif'
import webp from '../../assets/art/crystal-1280.webp'
import film from '../../assets/film/crystal-1280.mp4'
import { Art } from './art.tsx'

/** Nothing of the film is fetched before somebody wants to see it. */
export function Film() {
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)

  const toggle = () => {
    if (playing) video.current?.pause()
    else video.current?.play().catch(() => setPlaying(false))
  }

  return (
    <section
      className="below on-dark relative aspect-[4/5] overflow-hidden bg-stage text-snow sm:aspect-wide"
      aria-label="Film"
    >
      <Art picture={{ avif, webp }} width={1280} height={548} className="absolute inset-0 size-full object-cover" />
      <video
        ref={video}
        className="absolute inset-0 size-full object-cover"
        src={film}
        muted
        playsInline
        preload="none"
        tabIndex={-1}
        aria-hidden="true"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <button
        type="button"
        className="needs-script absolute inset-0 grid size-full place-items-center outline-offset-[-8px]"
        aria-label={playing ? 'Pause film' : 'Play film'}
        data-playing={playing || undefined}
        onClick={toggle}
      >
        <span className="play-ring">
          <Icon name={playing ? 'pause' : 'play'} className="ico scale-125" />
        </span>
      </button>
    </section>
  )
}
