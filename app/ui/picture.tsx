import { type Picture as PictureData, type PictureFormat, pictureUrl } from '#modules/media/picture.ts'

function sourceSet({ hash, widths }: PictureData, format: PictureFormat): string {
  return widths.map((width) => `${pictureUrl(hash, width, format)} ${width}w`).join(', ')
}

type Props = { picture: PictureData; sizes: string; eager?: boolean; className?: string; decorative?: boolean }

export function Picture({ picture, sizes, eager = false, className, decorative = false }: Props) {
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
