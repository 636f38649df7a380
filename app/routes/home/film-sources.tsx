type Film = { av1: string; h264: string }

/** A browser takes the first that it can show: the smaller one on small screens, AV1 where it is understood. */
export function FilmSources({ small, wide }: { small: Film; wide: Film }) {
  return (
    <>
      <source src={small.av1} type='video/mp4; codecs="av01.0.04M.08"' media="(max-width: 60rem)" />
      <source src={small.h264} type="video/mp4" media="(max-width: 60rem)" />
      <source src={wide.av1} type='video/mp4; codecs="av01.0.08M.08"' />
      <source src={wide.h264} type="video/mp4" />
    </>
  )
}
