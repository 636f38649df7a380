import { ProductCard } from '#app/features/product/card.tsx'
import { useCarousel } from '#app/ui/carousel.tsx'
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
      {/* Without JavaScript the row scrolls. The margin keeps focus rings visible. */}
      <div className="-m-[5px] overflow-x-auto p-[5px] [@media(scripting:enabled)]:overflow-hidden" ref={ref}>
        <ul className="carousel-slides gap-gap">
          {cards.map((card) => (
            <li
              key={card.id}
              className="min-w-0 flex-[0_0_62%] md:basis-[calc((100%-2*var(--spacing-gap))/3)] lg:basis-[calc((100%-3*var(--spacing-gap))/4)]"
            >
              <ProductCard card={card} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
