import { Slide, useCarousel } from '#app/ui/carousel.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Testimonial } from '#modules/content/contract.ts'

export function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  const { ref, selected, previous, next } = useCarousel({ loop: true })
  if (testimonials.length === 0) return null
  return (
    <section className="on-dark bg-night text-snow" aria-labelledby="testimonials" aria-roledescription="carousel">
      <div className="page section">
        <h2 id="testimonials" className="sr-only">
          What our customers say
        </h2>
        <div className="relative">
          <div ref={ref} className="carousel-view">
            <div className="carousel-slides">
              {testimonials.map((testimonial, index) => (
                <TestimonialSlide
                  key={testimonial.id}
                  testimonial={testimonial}
                  place={`${index + 1} of ${testimonials.length}`}
                />
              ))}
            </div>
          </div>
          <div className="needs-script absolute right-0 bottom-0 flex items-center gap-2">
            <p className="t-note m-0 mr-2 whitespace-nowrap text-scree tabular-nums sm:mr-4" aria-live="polite">
              {selected + 1} / {testimonials.length}
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

function TestimonialSlide({ testimonial, place }: { testimonial: Testimonial; place: string }) {
  return (
    <Slide aria-label={place} className="flex min-w-0 flex-[0_0_100%] pr-px">
      <figure className="m-0 flex flex-1 flex-col justify-between gap-10">
        <blockquote className="t-h2 m-0 max-w-[19em] text-pretty italic">“{testimonial.description}”</blockquote>
        <figcaption className="flex min-h-20 items-center gap-4 border-night-rule border-t pt-8 pr-44 sm:pr-56">
          {testimonial.picture && (
            <Picture picture={testimonial.picture} sizes="56px" decorative className="size-14 shrink-0 object-cover" />
          )}
          <span>
            <span className="t-h4 block">{testimonial.name}</span>
            <span className="t-note text-scree">{testimonial.title}</span>
          </span>
        </figcaption>
      </figure>
    </Slide>
  )
}
