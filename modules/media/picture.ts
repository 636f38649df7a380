/** A picture as pages need it: every width it was made in, and the colour that stands in its place while it loads. */
export type Picture = { hash: string; width: number; height: number; color: string; widths: number[]; alt: string }

export const pictureFormats = ['avif', 'webp'] as const

export type PictureFormat = (typeof pictureFormats)[number]

export const pictureWidths = [400, 800, 1200] as const

export function pictureUrl(hash: string, width: number, format: PictureFormat): string {
  return `/media/${hash}-${width}.${format}`
}

/** Under which the files keep it. */
export function pictureFile(hash: string, width: number, format: PictureFormat): string {
  return pictureUrl(hash, width, format).slice(1)
}

/** The size of a picture in a link preview. */
export const shareSize = { width: 1200, height: 630 } as const

/** A picture as a JPEG for link previews, which few services show in any other format or shape. */
export function shareUrl(hash: string): string {
  return `/media/${hash}-share.jpg`
}

export function shareFile(hash: string): string {
  return shareUrl(hash).slice(1)
}

/** Every file that belongs to a picture. */
export function filesOf({ hash, widths }: Pick<Picture, 'hash' | 'widths'>): string[] {
  return widths.flatMap((width) => pictureFormats.map((format) => pictureFile(hash, width, format)))
}

/** The one address by which the API names a picture: WebP, at most 800 px wide. */
export function pictureApiUrl(picture: Pick<Picture, 'hash' | 'widths'>): string {
  const width = picture.widths.filter((each) => each <= 800).at(-1) ?? picture.widths[0]
  return pictureUrl(picture.hash, width ?? 0, 'webp')
}

/** A picture as the API shows it. */
export function pictureOnWire(picture: Picture) {
  return { imageURL: pictureApiUrl(picture), alt: picture.alt, width: picture.width, height: picture.height }
}
