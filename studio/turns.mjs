import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { studioFolder } from './picture-list.mjs'
import { framesOf, pngOf } from './render.mjs'

const folder = path.join(studioFolder, '..', 'db', 'seed', 'turns')
const listFile = path.join(folder, '..', 'turns.json')

const backdrop = '#edebe7'

/** Of all frames of a turn together, in each format. */
const maxBytes = 400_000

const encoders = {
  avif: (image, quality) => image.avif({ quality, effort: 4 }),
  webp: (image, quality) => image.webp({ quality, effort: 5, smartSubsample: true }),
}
const formats = Object.keys(encoders)
const qualities = [80, 70, 62, 55, 48, 41, 34, 27, 20]

const readTurns = () => (existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : {})

const filesOf = (slug, count, format) =>
  Array.from({ length: count }, (_, frame) => path.join(folder, slug, `${String(frame).padStart(2, '0')}.${format}`))

export const isTurnStored = ({ slug, fingerprint, job }) =>
  readTurns()[slug]?.made === fingerprint &&
  formats.every((format) => filesOf(slug, job.frames, format).every((file) => existsSync(file)))

/** Encodes the frames with the best quality that fits. The hash of the pixels becomes the URL of a frame. */
export async function storeTurn({ name, slug, fingerprint, job }) {
  const pngs = framesOf(pngOf(name), job.frames)
  rmSync(path.join(folder, slug), { recursive: true, force: true })
  mkdirSync(path.join(folder, slug), { recursive: true })
  for (const format of formats) {
    const frames = await encodeToFit(pngs, encoders[format])
    for (const [index, file] of filesOf(slug, job.frames, format).entries()) writeFileSync(file, frames[index])
  }
  const { width, height } = job
  const hashes = await Promise.all(pngs.map(hashOf))
  const turns = { ...readTurns(), [slug]: { made: fingerprint, width, height, color: backdrop, frames: hashes } }
  const sorted = Object.entries(turns).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

async function encodeToFit(pngs, encode) {
  for (const quality of qualities) {
    const frames = await Promise.all(pngs.map((png) => encode(sharp(png), quality).toBuffer()))
    if (frames.reduce((sum, { length }) => sum + length, 0) <= maxBytes) return frames
  }
  throw new Error('The frames of this turn do not fit')
}

async function hashOf(png) {
  return createHash('sha256')
    .update(await sharp(png).raw().toBuffer())
    .digest('hex')
    .slice(0, 24)
}
