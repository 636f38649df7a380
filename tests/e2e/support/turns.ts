import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** A photo of one color, which tells it from the others. */
export async function framePhoto(index: number, count: number) {
  const background = `hsl(${(index * 360) / count}, 60%, 50%)`
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name: `IMG_${index + 1}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** The frame that is most like the canvas; undefined before one is drawn. */
export function shownFrame(page: Page, urls: string[]): Promise<number | undefined> {
  return page.evaluate(async (frames) => {
    const pixelsOf = (picture: CanvasImageSource) => {
      const context = new OffscreenCanvas(64, 80).getContext('2d')
      context?.drawImage(picture, 0, 0, 64, 80)
      return context?.getImageData(0, 0, 64, 80).data ?? new Uint8ClampedArray()
    }
    const canvas = document.querySelector('canvas')
    const shown = canvas && pixelsOf(canvas)
    if (!shown?.some((value) => value > 0)) return undefined
    const differences = await Promise.all(
      frames.map(async (url) => {
        const image = new Image()
        image.src = url
        await image.decode()
        return pixelsOf(image).reduce((sum, value, index) => sum + Math.abs(value - (shown[index] ?? 0)), 0)
      }),
    )
    return differences.indexOf(Math.min(...differences))
  }, urls)
}

/** True if the canvas stays the same while many frames of the screen pass. */
export function isStill(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const canvas = document.querySelector('canvas')
    const before = canvas?.toDataURL()
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
    return canvas?.toDataURL() === before
  })
}
