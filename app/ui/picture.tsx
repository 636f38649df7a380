import { preload as preloadFile } from 'react-dom'
import { type Picture as PictureData, type PictureFormat, pictureUrl } from '#modules/media/picture.ts'

function sourceSet({ hash, widths }: PictureData, format: PictureFormat): string {
  return widths.map((width) => `${pictureUrl(hash, width, format)} ${width}w`).join(', ')
}

export type PictureProps = {
  picture: PictureData
  sizes: string
  eager?: boolean
  /** For the largest picture above the fold. */
  preload?: boolean
  className?: string
  decorative?: boolean
}

export function Picture({
  picture,
  sizes,
  eager = false,
  preload = false,
  className,
  decorative = false,
}: PictureProps) {
  if (preload) preloadPicture(picture, sizes)
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(picture, 'avif')} sizes={sizes} />
      <img
        src={pictureUrl(picture.hash, picture.widths.at(-1) ?? 0, 'webp')}
        srcSet={sourceSet(picture, 'webp')}
        sizes={sizes}
        alt={decorative ? '' : picture.alt}
        width={picture.width}
        height={picture.height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        className={className}
      />
    </picture>
  )
}

function preloadPicture(picture: PictureData, sizes: string): void {
  preloadFile(pictureUrl(picture.hash, picture.widths.at(-1) ?? 0, 'avif'), {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: sourceSet(picture, 'avif'),
    imageSizes: sizes,
    fetchPriority: 'high',
  })
}
