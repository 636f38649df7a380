import { useId, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { productUrl } from '#app/lib/urls.ts'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { ProductCardWithSummary } from '#modules/catalog/contract.ts'

type Pair = { first: number; second: number }

/** The cached HTML shows the first two products; the browser replaces them with a random pair of the same size. */
function useRandomPair(count: number): Pair {
  const [pair, setPair] = useState<Pair>({ first: 0, second: 1 })
  useLayoutEffect(() => {
    if (count <= 2) return
    const first = Math.floor(Math.random() * count)
    const step = 1 + Math.floor(Math.random() * (count - 1))
    setPair({ first, second: (first + step) % count })
  }, [count])
  return pair
}

export function Featured({ cards }: { cards: ProductCardWithSummary[] }) {
  const { first, second } = useRandomPair(cards.length)
  const [left, right] = [cards[first], cards[second]]
  if (!left) return null
  return (
    <section className="section @container overflow-x-clip" aria-label="Featured">
      <div className="page">
        <div className="grid-12 items-start gap-y-14">
          <article className="card col-span-12 lg:col-span-7">
            <Tile
              card={left}
              sizes="(min-width: 64rem) 58vw, 100vw"
              className="aspect-auto h-[clamp(420px,56cqw,820px)] max-lg:-mx-gutter lg:-ml-[max(var(--spacing-gutter),calc(50cqw-45rem+var(--spacing-gutter)))]"
            />
            <div className="mt-6 flex items-start justify-between gap-4 max-sm:flex-col">
              <ProductText card={left} className="sm:max-w-md" />
            </div>
          </article>
          {right && (
            <article className="card col-span-12 lg:col-span-4 lg:col-start-9 lg:pt-[17.5rem]">
              <Tile card={right} sizes="(min-width: 64rem) 30vw, 100vw" />
              <div className="mt-6 grid justify-items-start gap-5">
                <ProductText card={right} />
              </div>
            </article>
          )}
        </div>
      </div>
    </section>
  )
}

function Tile({ card, sizes, className = '' }: { card: ProductCardWithSummary; sizes: string; className?: string }) {
  const [picture] = card.pictures
  return (
    <Link
      to={productUrl(card)}
      prefetch="intent"
      tabIndex={-1}
      aria-hidden="true"
      className={`card-tile block ${className}`}
    >
      <TilePicture key={card.id} picture={picture} sizes={sizes} />
    </Link>
  )
}

function ProductText({ card, className = '' }: { card: ProductCardWithSummary; className?: string }) {
  const nameId = useId()
  return (
    <>
      <div className={className}>
        <h2 id={nameId} className="t-h3 line-clamp-2">
          {card.name}
        </h2>
        <p className="m-0 mt-2 line-clamp-3 min-h-[3lh] text-granite">{card.summary}</p>
      </div>
      <Link to={productUrl(card)} prefetch="intent" className="btn btn-line shrink-0" aria-describedby={nameId}>
        Shop Now
      </Link>
    </>
  )
}
