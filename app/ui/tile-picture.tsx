import type { Picture as PictureData } from '#modules/media/picture.ts'
import { Picture, type PictureProps } from './picture.tsx'
import { Ridge } from './ridge.tsx'

type Props = Omit<PictureProps, 'picture'> & { picture: PictureData | null | undefined }

/** The picture of a tile, or the ridge on its quiet ground where there is none. */
export function TilePicture({ picture, ...rest }: Props) {
  return picture ? <Picture picture={picture} {...rest} /> : <Ridge className="tile-ridge" />
}
