import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { studioFolder } from './picture-list.mjs'
import { filmOf, pngOf } from './render.mjs'

const assets = path.join(studioFolder, '..', 'app', 'assets')
const shareFile = path.join(studioFolder, '..', 'public', 'share.jpg')
const listFile = path.join(studioFolder, 'art-made.json')

const codecs = {
  av1: ['-c:v', 'libsvtav1', '-crf', '31', '-preset', '10', '-g', '240'],
  h264: ['-c:v', 'libx264', '-crf', '23', '-preset', 'slow', '-movflags', '+faststart'],
}

const readFingerprints = () => (existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : {})

export function isSiteImageStored({ art, fingerprint }) {
  const files = art.widths.flatMap((width) => ['avif', 'webp'].map((format) => artFile(art, width, format)))
  return readFingerprints()[art.name] === fingerprint && files.every((file) => existsSync(file))
}

/** Writes a finished picture and its film to the folder from which pages import them. */
export async function storeSiteImage({ name, art, fingerprint, job }) {
  const png = pngOf(name)
  for (const width of art.widths) {
    const scaled = sharp(png).resize({ width })
    await scaled
      .clone()
      .avif({ quality: 58, effort: 5 })
      .toFile(artFile(art, width, 'avif'))
    await scaled
      .clone()
      .webp({ quality: 80, effort: 5 })
      .toFile(artFile(art, width, 'webp'))
  }
  if (art.share) {
    const [width, height] = art.share
    await sharp(png).resize({ width, height, fit: 'cover' }).jpeg({ quality: 82, mozjpeg: true }).toFile(shareFile)
  }
  if (job.film) encodeFilm(filmOf(name), job.film.name)
  const fingerprints = Object.entries({ ...readFingerprints(), [art.name]: fingerprint }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(fingerprints), null, 2)}\n`)
}

function artFile({ name, widths }, width, format) {
  const hasWidthSuffix = widths.length > 1 || !/-(large|small)$|^category/.test(name)
  return path.join(assets, 'art', `${name}${hasWidthSuffix ? `-${width}` : ''}.${format}`)
}

function encodeFilm(lossless, name) {
  mkdirSync(path.join(assets, 'film'), { recursive: true })
  for (const width of [1920, 960]) {
    for (const [codec, settings] of Object.entries(codecs)) {
      const out = path.join(assets, 'film', `${name}-${width}.${codec}.mp4`)
      const scale = ['-vf', `scale=${width}:-2:flags=lanczos`, '-pix_fmt', 'yuv420p', '-an']
      execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', lossless, ...scale, ...settings, out])
    }
  }
}
