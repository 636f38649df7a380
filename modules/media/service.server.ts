import { createHash } from 'node:crypto'
import type { Db } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import { ShopError } from '#shared/errors.ts'
import { type PictureFormat, pictureFormats, pictureUrl, pictureWidths } from './picture.ts'
import { findPicture, insertPicture, type StoredPicture } from './repo.server.ts'

const largestSide = 12_000
const takenFormats = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])
const mediaPath = /^[0-9a-f]{24}-\d{1,5}\.(avif|webp)$/

/** Re-encodes a picture to AVIF and WebP at several widths, without its metadata. The same picture is made only once. */
export async function importPicture(db: Db, files: Files, original: Buffer): Promise<StoredPicture> {
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 24)
  const known = await findPicture(db, hash)
  if (known && (await files.exists(fileName(hash, known.widths[0] ?? 0, 'webp')))) return known

  const sharp = await loadSharp()
  const upright = await setUpright(sharp, original)
  const { width, height } = upright.info
  const widths = fittingWidths(width)
  for (const each of widths) {
    const scaled = sharp(upright.data).resize({ width: each })
    await files.put(fileName(hash, each, 'avif'), await scaled.clone().avif({ quality: 58, effort: 2 }).toBuffer())
    await files.put(fileName(hash, each, 'webp'), await scaled.clone().webp({ quality: 80 }).toBuffer())
  }
  return insertPicture(db, { hash, width, height, widths, color: await meanColor(sharp, upright.data) })
}

export type EncodedPicture = Pick<StoredPicture, 'hash' | 'width' | 'height' | 'color' | 'widths'> & {
  read: (width: number, format: PictureFormat) => Promise<Uint8Array>
}

/** Takes in a picture that was encoded beforehand, file by file, as it is. */
export async function adoptPicture(db: Db, files: Files, { read, ...picture }: EncodedPicture): Promise<StoredPicture> {
  const { hash, widths } = picture
  const known = await findPicture(db, hash)
  if (known && (await files.exists(fileName(hash, widths[0] ?? 0, 'webp')))) return known
  for (const width of widths) {
    for (const format of pictureFormats) await files.put(fileName(hash, width, format), await read(width, format))
  }
  return insertPicture(db, picture)
}

export async function readMedia(files: Files, name: string): Promise<Uint8Array> {
  if (!mediaPath.test(name) || !(await files.exists(`media/${name}`))) {
    throw new ShopError('notFound', 'This picture is no longer here.')
  }
  return files.getBytes(`media/${name}`)
}

/** Every file that belongs to a picture. */
export function filesOf({ hash, widths }: Pick<StoredPicture, 'hash' | 'widths'>): string[] {
  return widths.flatMap((width) => pictureFormats.map((format) => fileName(hash, width, format)))
}

function fileName(hash: string, width: number, format: PictureFormat): string {
  return pictureUrl(hash, width, format).slice(1)
}

/** Never enlarged: a narrow original is kept at its own width. */
function fittingWidths(width: number): number[] {
  const fitting = pictureWidths.filter((each) => each <= width)
  const widest = Math.min(width, pictureWidths[pictureWidths.length - 1] ?? width)
  return fitting.includes(widest as (typeof pictureWidths)[number]) ? [...fitting] : [...fitting, widest]
}

type Sharp = typeof import('sharp').default

/** sharp brings 20 MB of memory with it, which a shop that only serves pictures never needs. */
async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

/** SVG is not among what we take: it is a program rather than a picture. */
async function setUpright(sharp: Sharp, original: Buffer) {
  try {
    const image = sharp(original, { limitInputPixels: largestSide * largestSide, failOn: 'error' })
    const { format } = await image.metadata()
    if (!takenFormats.has(format)) throw new Error(`The format ${format} is not taken`)
    return await image.rotate().toColourspace('srgb').toBuffer({ resolveWithObject: true })
  } catch (cause) {
    throw new ShopError('invalid', 'This file is not a picture we can read.', { cause })
  }
}

async function meanColor(sharp: Sharp, picture: Buffer): Promise<string> {
  const { data } = await sharp(picture)
    .flatten({ background: '#edebe7' })
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${[0, 1, 2].map((at) => (data[at] ?? 0).toString(16).padStart(2, '0')).join('')}`
}
