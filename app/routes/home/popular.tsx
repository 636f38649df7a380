import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { productUrl } from '#app/lib/urls.ts'
import { storePopular } from '#app/state/shelf.ts'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { SummaryCard } from '#modules/catalog/schema.ts'

const columns = 4
const shareInView = 0.1

/** Whole rows only, unless one row is all there is. */
function wholeRows<T>(items: T[]): T[] {
  return items.length < columns ? items : items.slice(0, items.length - (items.length % columns))
}

type Appearance = 'plain' | 'waiting' | 'risen'

/** Rises once, when enough of it comes into view; what is in view from the start, or never watched, is just there. */
function useRiseOnce(section: RefObject<HTMLElement | null>): Appearance {
  const [appearance, setAppearance] = useState<Appearance>('plain')
  useEffect(() => {
    if (!section.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        const inView = entry?.isIntersecting ?? true
        setAppearance((now) => (inView ? (now === 'waiting' ? 'risen' : 'plain') : 'waiting'))
        if (inView) observer.disconnect()
      },
      { threshold: shareInView },
    )
    observer.observe(section.current)
    return () => observer.disconnect()
  }, [section])
  return appearance
}

const looks: Record<Appearance, string> = { plain: '', waiting: 'opacity-0', risen: 'animate-rise' }

export function Popular({ cards }: { cards: SummaryCard[] }) {
  const section = useRef<HTMLElement>(null)
  const appearance = useRiseOnce(section)
  useEffect(() => storePopular(cards), [cards])
  if (cards.length === 0) return null
  return (
    <section ref={section} className="below page pb-section" aria-labelledby="popular">
      <div className={looks[appearance]}>
        <div className="rule mb-block pt-6">
          <h2 id="popular" className="t-label">
            POPULAR
          </h2>
        </div>
        <ul className="m-0 grid list-none grid-cols-2 gap-x-gap gap-y-12 p-0 lg:grid-cols-4">
          {wholeRows(cards).map((card) => (
            <li key={card.id} className="flex">
              <PopularItem card={card} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function PopularItem({ card }: { card: SummaryCard }) {
  const nameId = useId()
  const [picture] = card.pictures
  return (
    <article className="card flex w-full flex-col">
      <div className="card-tile">
        <TilePicture picture={picture} sizes="(min-width: 64rem) 23vw, 46vw" />
      </div>
      <h3 id={nameId} className="card-name">
        {card.name}
      </h3>
      <p className="t-note m-0 mt-1 line-clamp-2">{card.summary}</p>
      <Link
        to={productUrl(card)}
        prefetch="intent"
        className="btn-text mt-auto self-start pt-2 after:absolute after:inset-0"
        aria-describedby={nameId}
      >
        <span>Shop Now</span>
      </Link>
    </article>
  )
}
