import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { productUrl } from '#app/lib/urls.ts'
import { storePopularProducts } from '#app/state/stored-products.ts'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { ProductCardWithSummary } from '#modules/catalog/contract.ts'

const columns = 4
const visibleShare = 0.1

/** Drops an incomplete last row, unless it is the only row. */
function wholeRows<T>(items: T[]): T[] {
  return items.length < columns ? items : items.slice(0, items.length - (items.length % columns))
}

type Appearance = 'static' | 'hidden' | 'revealed'

/** Animates the section once when it scrolls into view; a section in view from the start is not animated. */
function useRevealOnce(section: RefObject<HTMLElement | null>): Appearance {
  const [appearance, setAppearance] = useState<Appearance>('static')
  useEffect(() => {
    if (!section.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        const inView = entry?.isIntersecting ?? true
        setAppearance((current) => (inView ? (current === 'hidden' ? 'revealed' : 'static') : 'hidden'))
        if (inView) observer.disconnect()
      },
      { threshold: visibleShare },
    )
    observer.observe(section.current)
    return () => observer.disconnect()
  }, [section])
  return appearance
}

const appearanceClasses: Record<Appearance, string> = { static: '', hidden: 'opacity-0', revealed: 'animate-rise' }

export function Popular({ cards }: { cards: ProductCardWithSummary[] }) {
  const section = useRef<HTMLElement>(null)
  const appearance = useRevealOnce(section)
  useEffect(() => storePopularProducts(cards), [cards])
  if (cards.length === 0) return null
  return (
    <section ref={section} className="page pb-section" aria-labelledby="popular">
      <div className={appearanceClasses[appearance]}>
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

function PopularItem({ card }: { card: ProductCardWithSummary }) {
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
