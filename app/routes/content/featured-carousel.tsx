import { ProductCard } from '#app/features/product/card.tsx'
import { useCarousel } from '#app/ui/carousel.ts'
import { Icon, type IconName } from '#app/ui/icons.tsx'
import type { Card } from '#modules/catalog/schema.ts'

export function FeaturedCarousel({ cards }: { cards: Card[] }) {
  const { ref, previous, next, atStart, atEnd } = useCarousel()
  return (
    <section className="page pt-section" aria-labelledby="also-like" aria-roledescription="carousel">
      <div className="rule mb-8 flex items-center justify-between gap-4 pt-4">
        <h2 id="also-like" className="t-label">
          YOU MAY ALSO LIKE
        </h2>
        <div className="flex gap-2">
          <Arrow icon="left" label="Previous products" at={atStart} onPress={previous} />
          <Arrow icon="right" label="Next products" at={atEnd} onPress={next} />
        </div>
      </div>
      <div className="shelf" ref={ref}>
        <ul className="shelf-row">
          {cards.map((card) => (
            <li key={card.id} className="shelf-slide">
              <ProductCard card={card} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

type ArrowProps = { icon: IconName; label: string; at: boolean; onPress: () => void }

/** Stays in place at the end of the row, so that the keyboard's focus is not lost there. */
function Arrow({ icon, label, at, onPress }: ArrowProps) {
  return (
    <button
      type="button"
      className="icon-btn border border-edge aria-disabled:border-rule aria-disabled:text-edge"
      aria-label={label}
      aria-disabled={at}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
