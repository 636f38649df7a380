import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { studioFolder } from './picture-list.mjs'

const folder = path.join(studioFolder, '..', 'db', 'seed', 'pictures')
const listFile = path.join(folder, '..', 'pictures.json')
const widths = [400, 800, 1200]

/** For each stored picture its size, color, widths and outline, and in `made` the fingerprint of its settings. */
export function readStoredPictures() {
  return existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : {}
}

/** Encodes a finished picture for the shop. The hash of the pixels becomes its URL, so the same render keeps its URL. */
export async function storePicture(name, png, result) {
  mkdirSync(folder, { recursive: true })
  removePicture(name)
  const image = sharp(png)
  const { width, height } = await image.metadata()
  const pixels = await image.clone().raw().toBuffer()
  const hash = createHash('sha256').update(pixels).digest('hex').slice(0, 24)
  const storedWidths = widths.filter((each) => each <= width)
  if (!storedWidths.includes(Math.min(width, 1200))) storedWidths.push(width)
  for (const each of storedWidths) {
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
  writeStoredPictures({
    ...readStoredPictures(),
    [name]: { hash, width, height, color, widths: storedWidths, ...result },
  })
}

function removePicture(name) {
  const { [name]: removed, ...others } = readStoredPictures()
  if (!removed) return
  for (const width of removed.widths) {
    for (const format of ['avif', 'webp']) rmSync(fileOf(name, width, format), { force: true })
  }
  writeStoredPictures(others)
}

export const hasFiles = (name, { widths: storedWidths }) =>
  storedWidths.every((width) => existsSync(fileOf(name, width, 'avif')) && existsSync(fileOf(name, width, 'webp')))

const fileOf = (name, width, format) => path.join(folder, `${name}-${width}.${format}`)

export function writeStoredPictures(pictures) {
  const lines = Object.keys(pictures)
    .sort()
    .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(pictures[name])}`)
  writeFileSync(`${listFile}.part`, `{\n${lines.join(',\n')}\n}\n`)
  renameSync(`${listFile}.part`, listFile)
}

async function meanColor(png) {
  const { data } = await sharp(png).resize(1, 1, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  return `#${[0, 1, 2].map((channel) => data[channel].toString(16).padStart(2, '0')).join('')}`
}
