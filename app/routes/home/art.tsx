type Format = { avif: string; webp: string }
type Props = {
  picture: Format
  /** Used instead of `picture` where the media query `media` matches. */
  small?: Format & { media: string }
  width: number
  height: number
  className?: string
}

/** A decorative picture: its `alt` is empty because the text beside it has the same content. */
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
