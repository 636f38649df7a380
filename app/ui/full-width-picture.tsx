type Props = { avif: string; webp: string; alt: string; width: number; height: number; position: string }

/** A picture above the fold, below the page heading. */
export function FullWidthPicture({ avif, webp, alt, width, height, position }: Props) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} />
      <img
        src={webp}
        alt={alt}
        width={width}
        height={height}
        fetchPriority="high"
        className={`aspect-still w-full bg-stage object-cover lg:aspect-wide ${position}`}
      />
    </picture>
  )
}
