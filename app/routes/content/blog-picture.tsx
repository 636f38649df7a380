import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { Picture as PictureData } from '#modules/media/picture.ts'

type Props = { picture: PictureData | null; sizes: string; eager?: boolean }

export function BlogPicture(props: Props) {
  return (
    <div className="post-tile">
      <TilePicture {...props} />
    </div>
  )
}
