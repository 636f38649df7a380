import type { CategoryKey } from '#shared/categories.ts'
import accessoryAvif from '../../assets/art/category-accessory.avif'
import accessoryWebp from '../../assets/art/category-accessory.webp'
import crystalAvif from '../../assets/art/category-crystal.avif'
import crystalWebp from '../../assets/art/category-crystal.webp'
import jewelleryAvif from '../../assets/art/category-jewellery.avif'
import jewelleryWebp from '../../assets/art/category-jewellery.webp'

const categoryHeroes: Record<CategoryKey, { text: string; avif: string; webp: string; alt: string }> = {
  crystal: {
    text: 'Points, clusters and single specimens. Each page names the mineral, the district and the height it was found at, and whether it has been treated.',
    avif: crystalAvif,
    webp: crystalWebp,
    alt: 'Three blue aquamarine crystals on grey rock, with two small ones in front.',
  },
  jewellery: {
    text: 'Rings, bracelets and earrings from small benches in Patan and beyond: silver drawn and soldered by hand, stones set low enough to wear every day.',
    avif: jewelleryAvif,
    webp: jewelleryWebp,
    alt: 'Silver filigree cuff with one oval lapis.',
  },
  accessory: {
    text: 'Bowls, bags, key rings and phone cases. Bronze, leather, felt and hand-woven dhaka cloth, made to be used.',
    avif: accessoryAvif,
    webp: accessoryWebp,
    alt: 'Hammered singing bowl on a green cushion, with its wooden striker in front.',
  },
}

export const categoryText = (key: CategoryKey): string => categoryHeroes[key].text

export function CategoryHero({ category, title }: { category: CategoryKey; title: string }) {
  const { text, avif, webp, alt } = categoryHeroes[category]
  return (
    <section className="overflow-hidden bg-stage">
      <div className="page grid-12 items-center">
        <div className="col-span-7 py-12 lg:py-24">
          <h1 className="t-h1">{title}</h1>
          <p className="mt-5 mb-0 max-w-prose text-pretty text-granite max-md:hidden">{text}</p>
        </div>
        <picture className="contents">
          <source type="image/avif" srcSet={avif} />
          <img
            src={webp}
            alt={alt}
            width={800}
            height={1000}
            fetchPriority="high"
            className="-col-end-1 col-start-8 row-start-1 aspect-square w-full object-cover [mask-image:linear-gradient(to_right,transparent,black_20%,black_80%,transparent)] lg:col-start-9 lg:aspect-auto lg:h-104"
          />
        </picture>
        <p className="col-span-12 mt-0 mb-8 text-pretty text-granite md:hidden">{text}</p>
      </div>
    </section>
  )
}
