import { useId } from 'react'
import { href, Link } from 'react-router'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { Picture as PictureData } from '#modules/media/picture.ts'
import type { CategoryKey } from '#shared/categories.ts'

const tiles = [
  { key: 'crystal', title: 'CRYSTAL', category: 'crystal', offsetClass: '' },
  { key: 'jewellery', title: 'Jewellery', category: 'Jewellery', offsetClass: 'md:pb-12 lg:pb-24' },
  { key: 'accessory', title: 'ACCESSORIES', category: 'accessory', offsetClass: 'md:pb-24 lg:pb-48' },
] as const satisfies { key: CategoryKey; title: string; category: string; offsetClass: string }[]

export type TilePictures = Record<CategoryKey, PictureData | null>

export function CategoryTiles({ pictures }: { pictures: TilePictures }) {
  return (
    <section className="page section" aria-label="Categories">
      <div className="grid grid-cols-1 items-end gap-x-gap gap-y-12 md:grid-cols-3">
        {tiles.map(({ key, title, category, offsetClass }) => (
          <Tile key={key} title={title} category={category} offsetClass={offsetClass} picture={pictures[key]} />
        ))}
      </div>
    </section>
  )
}

type Props = { title: string; category: string; offsetClass: string; picture: PictureData | null }

function Tile({ title, category, offsetClass, picture }: Props) {
  const titleId = useId()
  return (
    <article className={offsetClass}>
      <div className="card">
        <div className="card-tile max-md:aspect-square">
          <TilePicture picture={picture} sizes="(min-width: 48rem) 31vw, 100vw" decorative />
        </div>
        <div className="mt-5 flex items-baseline justify-between gap-x-4 md:max-lg:flex-col">
          <h2 id={titleId} className="t-h2 t-small-caps leading-none">
            {title}
          </h2>
          <Link
            to={href('/shop/:category', { category })}
            prefetch="intent"
            className="btn-text after:absolute after:inset-0"
            aria-describedby={titleId}
          >
            <span>Explore</span>
          </Link>
        </div>
      </div>
    </article>
  )
}
