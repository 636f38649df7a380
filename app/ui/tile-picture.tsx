import type { Picture as PictureData } from '#modules/media/picture.ts'
import { MountainDrawing } from './mountain-drawing.tsx'
import { Picture, type PictureProps } from './picture.tsx'

type Props = Omit<PictureProps, 'picture'> & { picture: PictureData | null | undefined }

/** Shows a placeholder when there is no picture. */
export function TilePicture({ picture, ...rest }: Props) {
  return picture ? <Picture picture={picture} {...rest} /> : <MountainDrawing className="tile-placeholder" />
}
