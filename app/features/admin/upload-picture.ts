import { callAuthenticated } from '#app/queries/client.ts'
import { uploadPicture as contract } from '#modules/media/contract.ts'
import type { Picture } from '#modules/media/picture.ts'

export type UploadedPicture = { pictureId: number; picture: Picture }

/** Filters the file dialog only; the server checks the file. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

export function uploadPicture(file: File): Promise<UploadedPicture> {
  const body = new FormData()
  body.append('file', file)
  return callAuthenticated(contract, { body })
}
