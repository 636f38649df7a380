import type { Sharp } from 'sharp'
import type { PictureFormat } from './picture.ts'
import { frameSize, maxFrames, maxTurnBytes } from './turn.ts'

const maxFrameBytes = Math.floor(maxTurnBytes / maxFrames)

/** From the best to the smallest file. Blurred, even noise fits. */
const attempts = [
  { avif: 70, webp: 86 },
  { avif: 62, webp: 78 },
  { avif: 54, webp: 70 },
  { avif: 46, webp: 60 },
  { avif: 38, webp: 50 },
  { avif: 30, webp: 40 },
  ...[1, 2, 4, 8].map((blur) => ({ avif: 30, webp: 40, blur })),
]

/** Lowers the quality until the frame is small enough for a turn with the most frames. */
export async function encodeFrame(pixels: Sharp, format: PictureFormat): Promise<Buffer> {
  const scaled = pixels.flatten({ background: '#edebe7' }).resize(frameSize)
  let encoded = Buffer.alloc(0)
  for (const { blur, ...quality } of attempts.map((attempt) => ({ blur: 0, ...attempt }))) {
    const picture = blur > 0 ? scaled.clone().blur(blur) : scaled.clone()
    encoded = await (format === 'avif'
      ? picture.avif({ quality: quality.avif, effort: 2 })
      : picture.webp({ quality: quality.webp })
    ).toBuffer()
    if (encoded.length <= maxFrameBytes) break
  }
  return encoded
}
