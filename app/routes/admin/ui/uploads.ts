import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import type { Picture } from '#modules/media/picture.ts'

export type Taken = { pictureId: number; picture: Picture }

/** Anything may be chosen or dropped; the server says what is no picture. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

export function sendPicture(file: File): Promise<Taken> {
  const form = new FormData()
  form.append('file', file)
  return callAsCustomer<Taken>('/admin/pictures', { method: 'POST', body: form })
}
