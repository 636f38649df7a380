import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { studioFolder } from './catalogue.mjs'

const folder = path.join(studioFolder, '..', 'db', 'seed', 'pictures')
const listFile = path.join(folder, '..', 'pictures.json')
const widths = [400, 800, 1200]

/** What lies on the shelf: for each picture its size, colour and widths, and the settings it was made with. */
export function readShelf() {
  return existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : {}
}

/** Encodes a finished picture for the shop. Its address is named after what is seen, so that the same render is the same address. */
export async function putOnShelf(name, png, about) {
  mkdirSync(folder, { recursive: true })
  takeOffShelf(name)
  const image = sharp(png)
  const { width, height } = await image.metadata()
  const pixels = await image.clone().raw().toBuffer()
  const hash = createHash('sha256').update(pixels).digest('hex').slice(0, 24)
  const made = widths.filter((each) => each <= width)
  if (!made.includes(Math.min(width, 1200))) made.push(width)
  for (const each of made) {
    const scaled = image.clone().resize({ width: each })
    await scaled
      .clone()
      .avif({ quality: 62, effort: 4 })
      .toFile(fileOf(name, each, 'avif'))
    await scaled
      .clone()
      .webp({ quality: 82, effort: 5, smartSubsample: true })
      .toFile(fileOf(name, each, 'webp'))
  }
  const color = await meanColor(png)
  writeShelf({ ...readShelf(), [name]: { hash, width, height, color, widths: made, ...about } })
}

function takeOffShelf(name) {
  const { [name]: gone, ...others } = readShelf()
  if (!gone) return
  for (const width of gone.widths) {
    for (const format of ['avif', 'webp']) rmSync(fileOf(name, width, format), { force: true })
  }
  writeShelf(others)
}

export const isOnShelf = (name, { widths: made }) =>
  made.every((width) => existsSync(fileOf(name, width, 'avif')) && existsSync(fileOf(name, width, 'webp')))

const fileOf = (name, width, format) => path.join(folder, `${name}-${width}.${format}`)

function writeShelf(shelf) {
  const lines = Object.keys(shelf)
    .sort()
    .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(shelf[name])}`)
  writeFileSync(`${listFile}.part`, `{\n${lines.join(',\n')}\n}\n`)
  renameSync(`${listFile}.part`, listFile)
}

async function meanColor(png) {
  const { data } = await sharp(png).resize(1, 1, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  return `#${[0, 1, 2].map((at) => data[at].toString(16).padStart(2, '0')).join('')}`
}
