import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#platform/db.server.ts'
import type { Files } from '#platform/files.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { ShopError } from '#shared/errors.ts'
import { cropArea, type Focus } from './crop.ts'
import { encodeFrame } from './frame.server.ts'
import { type PictureFormat, pictureFile, pictureFormats, pictureWidths } from './picture.ts'
import { findPicture, insertPicture, type StoredPicture } from './repo.server.ts'
import { loadSharp, oneAtATime, type Sharp } from './sharp.server.ts'
import { scheduleSweep } from './sweep.server.ts'
import { frameSize } from './turn.ts'

type MediaContext = { db: Db; files: Files; jobs: Jobs }

const maxMegapixels = 100
const maxAspectRatio = 12
const maxWidth = pictureWidths[pictureWidths.length - 1] ?? 0
const acceptedFormats = new Set(['jpeg', 'png', 'webp', 'heif', 'gif'])
const mediaPath = /^[0-9a-f]{24}-\d{1,5}\.(avif|webp)$/

/** Re-encodes a picture to AVIF and WebP at several widths, without metadata. The same picture is encoded only once. */
export async function importPicture(db: Db, files: Files, original: Buffer): Promise<StoredPicture> {
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 24)
  const existing = await findPicture(db, hash)
  if (existing && (await files.exists(pictureFile(hash, existing.widths[0] ?? 0, 'webp')))) return existing
  return encodePicture(db, files, original, hash)
}

export function uploadPicture(context: MediaContext, file: Blob, focus?: Focus): Promise<StoredPicture> {
  return upload(context, file, ({ db, files }, original, hash) => encodePicture(db, files, original, hash, focus))
}

/** A picture of a turn, cropped around its middle. */
export const uploadFrame = (context: MediaContext, file: Blob) => upload(context, file, storeFrame)

type Store = (context: MediaContext, original: Buffer, hash: string) => Promise<StoredPicture>

/** The file name is random, so nobody can guess it. Pictures are encoded one at a time. */
function upload(context: MediaContext, file: Blob, store: Store): Promise<StoredPicture> {
  if (file.size === 0) throw unreadable()
  return oneAtATime(async () => {
    const original = Buffer.from(await file.arrayBuffer())
    const picture = await store(context, original, randomBytes(12).toString('hex'))
    await scheduleSweep(context.db, context.jobs, picture.id)
    return picture
  })
}

async function storeFrame({ db, files }: MediaContext, original: Buffer, hash: string): Promise<StoredPicture> {
  const { pixels } = await decodeUpright(await loadSharp(), original, { x: 0.5, y: 0.5 })
  const { width } = frameSize
  for (const format of pictureFormats)
    await files.put(pictureFile(hash, width, format), await encodeFrame(pixels(), format))
  return insertPicture(db, { hash, ...frameSize, widths: [width], color: await meanColor(pixels()) })
}

async function encodePicture(
  db: Db,
  files: Files,
  original: Buffer,
  hash: string,
  focus?: Focus,
): Promise<StoredPicture> {
  const sharp = await loadSharp()
  const { width, height, pixels } = await decodeUpright(sharp, original, focus)
  const widths = fittingWidths(width)
  for (const scaledWidth of widths) {
    const scaled = pixels().resize({ width: scaledWidth })
    await files.put(
      pictureFile(hash, scaledWidth, 'avif'),
      await scaled.clone().avif({ quality: 58, effort: 2 }).toBuffer(),
    )
    await files.put(pictureFile(hash, scaledWidth, 'webp'), await scaled.clone().webp({ quality: 80 }).toBuffer())
  }
  return insertPicture(db, { hash, width, height, widths, color: await meanColor(pixels()) })
}

export type EncodedPicture = Pick<StoredPicture, 'hash' | 'width' | 'height' | 'color' | 'widths'> & {
  read: (width: number, format: PictureFormat) => Promise<Uint8Array>
}

/** Stores a picture that is already encoded. */
export async function importEncodedPicture(
  db: Db,
  files: Files,
  { read, ...picture }: EncodedPicture,
): Promise<StoredPicture> {
  const { hash, widths } = picture
  const existing = await findPicture(db, hash)
  if (existing && (await files.exists(pictureFile(hash, widths[0] ?? 0, 'webp')))) return existing
  for (const width of widths) {
    for (const format of pictureFormats) await files.put(pictureFile(hash, width, format), await read(width, format))
  }
  return insertPicture(db, picture)
}

export function uploadedPictureOnWire({ id, hash, width, height, color, widths }: StoredPicture) {
  return { pictureId: id, picture: { hash, width, height, color, widths, alt: '' } }
}

export async function readMedia(files: Files, name: string): Promise<Uint8Array> {
  if (!mediaPath.test(name) || !(await files.exists(`media/${name}`))) {
    throw new ShopError('notFound', 'This picture no longer exists.')
  }
  return files.getBytes(`media/${name}`)
}

/** Pictures are never enlarged: a narrow original keeps its width. */
function fittingWidths(width: number): number[] {
  const fitting = pictureWidths.filter((candidate) => candidate <= width)
  const widest = Math.min(width, maxWidth)
  return fitting.includes(widest as (typeof pictureWidths)[number]) ? [...fitting] : [...fitting, widest]
}

const heicMessage =
  'This is a HEIC photo, which we cannot read. On an iPhone, open Settings, Camera, Formats and choose “Most Compatible”, or export the photo as JPEG and add it again.'

/** The compressed photos of phones: the box `ftyp` with a brand of HEVC. */
const isHeic = (file: Buffer) => /^ftyp(hei|hev|mif1.{0,16}hei)/s.test(file.subarray(4, 32).toString('latin1'))

const tooManyPixels = (megapixels: number) =>
  new ShopError(
    'invalid',
    `This picture has ${megapixels} megapixels; up to ${maxMegapixels} are possible. Please make it smaller and add it again.`,
  )

const unreadable = (cause?: unknown) => new ShopError('invalid', 'This file is not a picture we can read.', { cause })

/**
 * Rejects SVG, which can contain scripts. Other formats are decoded once to raw pixels, so nothing else in the file is
 * kept.
 */
async function decodeUpright(sharp: Sharp, original: Buffer, focus: Focus | undefined) {
  if (isHeic(original)) throw new ShopError('invalid', heicMessage)
  try {
    // A header of a few bytes can promise any size, so it is checked before decoding.
    const image = sharp(original, { limitInputPixels: false, failOn: 'error' })
    const { format, autoOrient } = await image.metadata()
    if (!acceptedFormats.has(format)) throw new Error(`The format ${format} is not accepted`)
    const [long, short] = [Math.max(autoOrient.width, autoOrient.height), Math.min(autoOrient.width, autoOrient.height)]
    if (long > short * maxAspectRatio) throw new Error(`The aspect ratio ${long}:${short} is too large`)
    const megapixels = Math.ceil((long * short) / 1_000_000)
    if (megapixels > maxMegapixels) throw tooManyPixels(megapixels)
    const area = focus && cropArea(autoOrient, focus)
    const upright = image.autoOrient()
    const { data, info } = await (area ? upright.extract(area) : upright)
      .resize({ width: maxWidth, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const { width: fullWidth, height: fullHeight } = area ?? autoOrient
    return { width: fullWidth, height: fullHeight, pixels: () => sharp(data, { raw: { width, height, channels } }) }
  } catch (cause) {
    if (cause instanceof ShopError) throw cause
    throw unreadable(cause)
  }
}

async function meanColor(pixels: ReturnType<Sharp>): Promise<string> {
  const { data } = await pixels
    .flatten({ background: '#edebe7' })
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${[0, 1, 2].map((channel) => (data[channel] ?? 0).toString(16).padStart(2, '0')).join('')}`
}
