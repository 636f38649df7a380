import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { ShopError } from '#shared/errors.ts'
import { type PictureFormat, pictureFile, pictureFormats, pictureWidths } from './picture.ts'
import { findPicture, insertPicture, type StoredPicture } from './repo.server.ts'
import { loadSharp, oneAtATime, type Sharp } from './sharp.server.ts'
import { sweepLater } from './sweep.server.ts'

type Desk = { db: Db; files: Files; jobs: Jobs }

const mostPixels = 50_000_000
const mostStretched = 12
const widestMade = pictureWidths[pictureWidths.length - 1] ?? 0
const takenFormats = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])
const mediaPath = /^[0-9a-f]{24}-\d{1,5}\.(avif|webp)$/

/** Re-encodes a picture to AVIF and WebP at several widths, without its metadata. The same picture is made only once. */
export async function importPicture(db: Db, files: Files, original: Buffer): Promise<StoredPicture> {
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 24)
  const known = await findPicture(db, hash)
  if (known && (await files.exists(pictureFile(hash, known.widths[0] ?? 0, 'webp')))) return known
  return makePicture(db, files, original, hash)
}

/** A file that somebody sent. Its name is drawn, so it tells nothing and cannot be guessed; one is made at a time. */
export function takePicture({ db, files, jobs }: Desk, file: Blob): Promise<StoredPicture> {
  if (file.size === 0) throw unreadable()
  return oneAtATime(async () => {
    const original = Buffer.from(await file.arrayBuffer())
    const taken = await makePicture(db, files, original, randomBytes(12).toString('hex'))
    await sweepLater(db, jobs, taken.id)
    return taken
  })
}

async function makePicture(db: Db, files: Files, original: Buffer, hash: string): Promise<StoredPicture> {
  const sharp = await loadSharp()
  const { width, height, pixels } = await setUpright(sharp, original)
  const widths = fittingWidths(width)
  for (const each of widths) {
    const scaled = pixels().resize({ width: each })
    await files.put(pictureFile(hash, each, 'avif'), await scaled.clone().avif({ quality: 58, effort: 2 }).toBuffer())
    await files.put(pictureFile(hash, each, 'webp'), await scaled.clone().webp({ quality: 80 }).toBuffer())
  }
  return insertPicture(db, { hash, width, height, widths, color: await meanColor(pixels()) })
}

export type EncodedPicture = Pick<StoredPicture, 'hash' | 'width' | 'height' | 'color' | 'widths'> & {
  read: (width: number, format: PictureFormat) => Promise<Uint8Array>
}

/** Takes in a picture that was encoded beforehand, file by file, as it is. */
export async function adoptPicture(db: Db, files: Files, { read, ...picture }: EncodedPicture): Promise<StoredPicture> {
  const { hash, widths } = picture
  const known = await findPicture(db, hash)
  if (known && (await files.exists(pictureFile(hash, widths[0] ?? 0, 'webp')))) return known
  for (const width of widths) {
    for (const format of pictureFormats) await files.put(pictureFile(hash, width, format), await read(width, format))
  }
  return insertPicture(db, picture)
}

/** A picture that was just taken in, as pages show it. */
export function takenOnWire({ id, hash, width, height, color, widths }: StoredPicture) {
  return { pictureId: id, picture: { hash, width, height, color, widths, alt: '' } }
}

export async function readMedia(files: Files, name: string): Promise<Uint8Array> {
  if (!mediaPath.test(name) || !(await files.exists(`media/${name}`))) {
    throw new ShopError('notFound', 'This picture is no longer here.')
  }
  return files.getBytes(`media/${name}`)
}

/** Never enlarged: a narrow original is kept at its own width. */
function fittingWidths(width: number): number[] {
  const fitting = pictureWidths.filter((each) => each <= width)
  const widest = Math.min(width, widestMade)
  return fitting.includes(widest as (typeof pictureWidths)[number]) ? [...fitting] : [...fitting, widest]
}

const unreadable = (cause?: unknown) => new ShopError('invalid', 'This file is not a picture we can read.', { cause })

/**
 * SVG is not among what we take: it is a program rather than a picture. Whatever is taken is read once, at most as wide
 * as it is ever shown, and goes on as bare pixels: so nothing of the file itself gets any further.
 */
async function setUpright(sharp: Sharp, original: Buffer) {
  try {
    const image = sharp(original, { limitInputPixels: mostPixels, failOn: 'error' })
    const { format, autoOrient } = await image.metadata()
    if (!takenFormats.has(format)) throw new Error(`The format ${format} is not taken`)
    const [long, short] = [Math.max(autoOrient.width, autoOrient.height), Math.min(autoOrient.width, autoOrient.height)]
    if (long > short * mostStretched) throw new Error(`${long} to ${short} is no shape that could be shown`)
    const { data, info } = await image
      .autoOrient()
      .resize({ width: widestMade, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    return { ...autoOrient, pixels: () => sharp(data, { raw: { width, height, channels } }) }
  } catch (cause) {
    throw unreadable(cause)
  }
}

async function meanColor(pixels: ReturnType<Sharp>): Promise<string> {
  const { data } = await pixels
    .flatten({ background: '#edebe7' })
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${[0, 1, 2].map((at) => (data[at] ?? 0).toString(16).padStart(2, '0')).join('')}`
}
