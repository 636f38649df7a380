import type { Sharp } from 'sharp'
import type { PictureFormat } from './picture.ts'
import { frameSize, maxFrames, maxTurnBytes } from './turn.ts'

const maxFrameBytes = Math.floor(maxTurnBytes / maxFrames)

/** From the best to the smallest file. Blurred, even noise fits. */
const attempts = [
  { avif: 70, webp: 86, blur: 0 },
  { avif: 56, webp: 72, blur: 0 },
  { avif: 42, webp: 56, blur: 0 },
  { avif: 30, webp: 40, blur: 0 },
  { avif: 30, webp: 40, blur: 2 },
  { avif: 30, webp: 40, blur: 8 },
]

/** Lowers the quality until the frame is small enough for a turn with the most frames. */
export async function encodeFrame(pixels: Sharp, format: PictureFormat): Promise<Buffer> {
  const scaled = pixels.flatten({ background: '#edebe7' }).resize(frameSize)
  let encoded = Buffer.alloc(0)
  for (const { avif, webp, blur } of attempts) {
    const picture = blur > 0 ? scaled.clone().blur(blur) : scaled.clone()
    encoded = await (format === 'avif'
      ? picture.avif({ quality: avif, effort: 2 })
      : picture.webp({ quality: webp })
    ).toBuffer()
    if (encoded.length <= maxFrameBytes) break
  }
  return encoded
}
