/**
 * `hash` names the files: random for an upload, a content hash for an import. `widths` are the encoded widths; `color` is
 * the placeholder while the picture loads.
 */
export type Picture = { hash: string; width: number; height: number; color: string; widths: number[]; alt: string }

export const pictureFormats = ['avif', 'webp'] as const

export type PictureFormat = (typeof pictureFormats)[number]

export const pictureWidths = [400, 800, 1200] as const

export function pictureUrl(hash: string, width: number, format: PictureFormat): string {
  return `/media/${hash}-${width}.${format}`
}

/** The name in the file storage. */
export function pictureFile(hash: string, width: number, format: PictureFormat): string {
  return pictureUrl(hash, width, format).slice(1)
}

/** The size of a picture in a link preview. */
export const shareSize = { width: 1200, height: 630 } as const

/** A JPEG for link previews; few services show other formats. */
export function shareUrl(hash: string): string {
  return `/media/${hash}-share.jpg`
}

export function shareFile(hash: string): string {
  return shareUrl(hash).slice(1)
}

export function filesOf({ hash, widths }: Pick<Picture, 'hash' | 'widths'>): string[] {
  return widths.flatMap((width) => pictureFormats.map((format) => pictureFile(hash, width, format)))
}

/** The URL of a picture in API responses: WebP, at most 800 px wide. */
export function pictureApiUrl(picture: Pick<Picture, 'hash' | 'widths'>): string {
  const width = picture.widths.filter((candidate) => candidate <= 800).at(-1) ?? picture.widths[0]
  return pictureUrl(picture.hash, width ?? 0, 'webp')
}

export function pictureOnWire(picture: Picture) {
  return { imageURL: pictureApiUrl(picture), alt: picture.alt, width: picture.width, height: picture.height }
}
