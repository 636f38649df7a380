import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodeFrame } from './frame.server.ts'
import { pictureFormats } from './picture.ts'
import { frameSize, maxFrames, maxTurnBytes } from './turn.ts'

const { width, height } = frameSize
const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
const plain = (background: string, size = { width: 1000, height: 1250 }): Sharp =>
  sharp({ create: { ...size, channels: 4, background } })

describe.each(pictureFormats)('a frame as %s', (format) => {
  const encode = (pixels: Sharp) => encodeFrame(pixels.clone(), format)

  test('of pure noise is small enough for a turn of 36', async () => {
    const bytes = await encode(noise)
    expect(bytes.length * maxFrames).toBeLessThanOrEqual(maxTurnBytes)
    expect(await sharp(bytes).metadata()).toMatchObject(frameSize)
  })

  test('of a product on a plain background looks like the picture', async () => {
    const drawing = sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="800">
        <rect width="640" height="800" fill="#edebe7"/><path d="M100 700L320 100 540 700z" fill="#884422"/></svg>`),
    ).removeAlpha()
    const [original, encoded] = [
      await drawing.clone().raw().toBuffer(),
      await sharp(await encode(drawing))
        .raw()
        .toBuffer(),
    ]
    const difference = original.reduce((sum, value, index) => sum + Math.abs(value - (encoded[index] ?? 0)), 0)
    expect(difference / original.length).toBeLessThan(1)
  })

  test('has the same size whatever the size of the picture, and no transparent parts', async () => {
    for (const size of [
      { width: 200, height: 250 },
      { width: 3000, height: 3750 },
    ]) {
      const bytes = await encode(plain('#00000000', size))
      expect(await sharp(bytes).metadata()).toMatchObject({ ...frameSize, hasAlpha: false })
      const { dominant } = await sharp(bytes).stats()
      expect(dominant.r).toBeGreaterThan(220)
    }
  })
})
