import { callAuthenticated } from '#app/queries/client.ts'
import { uploadPicture as contract } from '#modules/media/contract.ts'
import type { Focus } from '#modules/media/crop.ts'
import type { Picture } from '#modules/media/picture.ts'

export type UploadedPicture = { pictureId: number; picture: Picture }

/** Filters the file dialog only; the server checks the file. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** With a focus, the picture is cropped to the ratio of the tiles. */
export function uploadPicture(file: Blob, focus?: Focus): Promise<UploadedPicture> {
  const body = new FormData()
  body.append('file', file)
  if (focus) {
    body.append('focusX', focus.x.toFixed(3))
    body.append('focusY', focus.y.toFixed(3))
  }
  return callAuthenticated(contract, { body })
}

/** A picture of a turn. */
export function uploadFrame(file: Blob): Promise<UploadedPicture> {
  const body = new FormData()
  body.append('file', file)
  body.append('use', 'turn')
  return callAuthenticated(contract, { body })
}
