import { callAuthenticated } from '#app/state/authenticated-call.ts'
import type { Picture } from '#modules/media/picture.ts'

export type UploadedPicture = { pictureId: number; picture: Picture }

/** Filters the file dialog only; the server checks the file. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

export function uploadPicture(file: File): Promise<UploadedPicture> {
  const form = new FormData()
  form.append('file', file)
  return callAuthenticated<UploadedPicture>('/admin/pictures', { method: 'POST', body: form })
}
