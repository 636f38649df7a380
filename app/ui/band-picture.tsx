type Props = { avif: string; webp: string; alt: string; width: number; height: number; position: string }

/** A picture from edge to edge below the head of a page, and the first that is seen of it. */
export function BandPicture({ avif, webp, alt, width, height, position }: Props) {
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
