type Film = { av1: string; h264: string }

/**
 * A browser takes the first that it can show. Phones have a circuit for H.264, and AV1 in software would take their
 * processor from the page; on wide screens the fewer bytes of AV1 count more.
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
