import type { Person } from './accounts.ts'
import type { RequestOf } from './response-types.ts'

/** A multipart form with files. */
export function formAs(
  who: Pick<Person, 'token'> | undefined,
  fields: [name: string, value: string | File][],
): RequestOf<'POST'> {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  return { method: 'POST', body, headers: who ? { Authorization: `Bearer ${who.token}` } : {} }
}

export function csvAs(who: Pick<Person, 'token'>, body: string | Uint8Array<ArrayBuffer>): RequestOf<'POST'> {
  return { method: 'POST', body, headers: { Authorization: `Bearer ${who.token}`, 'Content-Type': 'text/csv' } }
}

export async function pictureFile(
  name = 'stone.png',
  color = '#884422',
  { width = 480, height = 600 } = {},
): Promise<File> {
  const { default: sharp } = await import('sharp')
  const png = await sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(png)], name, { type: 'image/png' })
}
