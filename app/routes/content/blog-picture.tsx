import { Picture } from '#app/ui/picture.tsx'
import { Ridge } from '#app/ui/ridge.tsx'
import type { Picture as PictureData } from '#modules/media/picture.ts'

type Props = { picture: PictureData | null; sizes: string; eager?: boolean }

/** The picture of a post, or a quiet tile with the ridge where it has none. */
export function BlogPicture({ picture, sizes, eager = false }: Props) {
  return (
    <div className="post-tile">
      {picture ? <Picture picture={picture} sizes={sizes} eager={eager} /> : <Ridge className="post-ridge" />}
    </div>
  )
}
