type Film = { av1: string; h264: string }

/**
 * A browser plays the first format it supports. Phones decode H.264 in hardware but often AV1 in software, so small
 * screens get H.264 first; wide screens get the smaller AV1 file first.
 */
export function FilmSources({ small, wide }: { small: Film; wide: Film }) {
  return (
    <>
      <source src={small.h264} type='video/mp4; codecs="avc1.64001f"' media="(max-width: 60rem)" />
      <source src={small.av1} type='video/mp4; codecs="av01.0.04M.08"' media="(max-width: 60rem)" />
      <source src={wide.av1} type='video/mp4; codecs="av01.0.08M.08"' />
      <source src={wide.h264} type="video/mp4" />
    </>
  )
}
