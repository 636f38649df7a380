// Draws the icons in public/ with the logo of public/seal.svg.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const folder = path.resolve(import.meta.dirname, '../public')
const [seal, snow] = ['#A8321F', '#F7F7F5']

/** `scale` resizes the mountain line; `stroke` is its width in a viewBox of 40. */
function draw(size, { scale = 1, stroke = 2 } = {}) {
  const transform = `translate(${20 - 20 * scale} ${20 - 21 * scale}) scale(${scale})`
  const ridge = `<path d="M6 30 15 16l4 6 5-10 10 18" fill="none" stroke="${snow}" stroke-width="${stroke}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="${size}" height="${size}">
    <rect width="40" height="40" fill="${seal}"/><g transform="${transform}">${ridge}</g></svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

/** Builds an ICO file: a header, a 16-byte entry for each PNG, then the PNG data. */
function ico(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index
    header.writeUInt8(size, at)
    header.writeUInt8(size, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

const small = [
  { size: 16, png: await draw(16, { stroke: 3.5, scale: 1.1 }) },
  { size: 32, png: await draw(32, { stroke: 2.5, scale: 1.05 }) },
  { size: 48, png: await draw(48) },
]
await writeFile(path.join(folder, 'favicon.ico'), ico(small))
await writeFile(path.join(folder, 'apple-touch-icon.png'), await draw(180, { scale: 0.85 }))
await writeFile(path.join(folder, 'icon-192.png'), await draw(192))
await writeFile(path.join(folder, 'icon-512.png'), await draw(512))
// Phones crop a maskable icon to a circle of 80 %.
await writeFile(path.join(folder, 'icon-maskable-512.png'), await draw(512, { scale: 0.75 }))
