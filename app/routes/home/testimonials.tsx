import { useCarousel } from '#app/ui/carousel.ts'
import { Icon } from '#app/ui/icons.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Testimonial } from '#modules/content/schema.ts'

export function Testimonials({ voices }: { voices: Testimonial[] }) {
  const { ref, selected, previous, next } = useCarousel({ loop: true })
  if (voices.length === 0) return null
  return (
    <section className="below on-dark bg-night text-snow" aria-labelledby="voices" aria-roledescription="carousel">
      <div className="page section">
        <h2 id="voices" className="sr-only">
          What our customers say
        </h2>
        <div className="relative">
          <div ref={ref} className="carousel-view">
            <div className="carousel-slides">
              {voices.map((voice, index) => (
                <Voice key={voice.id} voice={voice} place={`${index + 1} of ${voices.length}`} />
              ))}
            </div>
          </div>
          <div className="needs-script absolute right-0 bottom-0 flex items-center gap-2">
            <p className="t-note m-0 mr-2 whitespace-nowrap text-scree tabular-nums sm:mr-4" aria-live="polite">
              {selected + 1} / {voices.length}
            </p>
            <button type="button" className="icon-btn border border-slate" aria-label="Previous" onClick={previous}>
              <Icon name="left" />
            </button>
            <button type="button" className="icon-btn border border-slate" aria-label="Next" onClick={next}>
              <Icon name="right" />
            </button>
          </div>
        </div>
      </div>
    </section>
  )
}

function Voice({ voice, place }: { voice: Testimonial; place: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel slide is a group, not a fieldset
    <div role="group" aria-roledescription="slide" aria-label={place} className="flex min-w-0 flex-[0_0_100%] pr-px">
      <figure className="m-0 flex flex-1 flex-col justify-between gap-10">
        <blockquote className="t-h2 m-0 max-w-[19em] text-pretty italic">“{voice.description}”</blockquote>
        <figcaption className="flex min-h-20 items-center gap-4 border-night-rule border-t pt-8 pr-44 sm:pr-56">
          {voice.picture && (
            <Picture picture={voice.picture} sizes="56px" decorative className="size-14 shrink-0 object-cover" />
          )}
          <span>
            <span className="t-h4 block">{voice.name}</span>
            <span className="t-note text-scree">{voice.title}</span>
          </span>
        </figcaption>
      </figure>
    </div>
  )
}
