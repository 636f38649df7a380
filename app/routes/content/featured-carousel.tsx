import { ProductCard } from '#app/features/product/card.tsx'
import { useCarousel } from '#app/ui/carousel.ts'
import { Icon } from '#app/ui/icons.tsx'
import { StepButton } from '#app/ui/step-button.tsx'
import type { ProductCardData } from '#modules/catalog/contract.ts'

export function FeaturedCarousel({ cards }: { cards: ProductCardData[] }) {
  const { ref, previous, next, atStart, atEnd } = useCarousel()
  return (
    <section className="page pt-section" aria-labelledby="also-like" aria-roledescription="carousel">
      <div className="rule mb-8 flex items-center justify-between gap-4 pt-4">
        <h2 id="also-like" className="t-label">
          YOU MAY ALSO LIKE
        </h2>
        <div className="flex gap-2">
          <StepButton label="Previous products" disabled={atStart} bordered onPress={previous}>
            <Icon name="left" />
          </StepButton>
          <StepButton label="Next products" disabled={atEnd} bordered onPress={next}>
            <Icon name="right" />
          </StepButton>
        </div>
      </div>
      <div className="product-carousel" ref={ref}>
        <ul className="product-carousel-track">
          {cards.map((card) => (
            <li key={card.id} className="product-carousel-slide">
              <ProductCard card={card} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
