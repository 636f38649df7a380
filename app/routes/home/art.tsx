type Format = { avif: string; webp: string }
type Props = {
  picture: Format
  /** Shown instead where `media` holds. */
  small?: Format & { media: string }
  width: number
  height: number
  className?: string
}

/** A landscape of the house, behind words or beside them: it says nothing that they do not. */
export function Art({ picture, small, width, height, className }: Props) {
  return (
    <picture className="contents">
      {small && <source type="image/avif" srcSet={small.avif} media={small.media} />}
      {small && <source type="image/webp" srcSet={small.webp} media={small.media} />}
      <source type="image/avif" srcSet={picture.avif} />
      <img
        src={picture.webp}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        className={className}
      />
    </picture>
  )
}
