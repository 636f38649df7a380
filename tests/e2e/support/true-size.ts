import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** CSS pixels per millimeter in print, where a page is printed at 100 %. */
export const printScale = 96 / 25.4

type Screen = { width: number; height: number; ratio: number; zoom?: number }

/** Another screen or another zoom, which changes the pixel ratio and shrinks the page, but not the screen. */
export async function changeScreen(page: Page, { width, height, ratio, zoom = 1 }: Screen): Promise<void> {
  const viewport = page.viewportSize() ?? { width, height }
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setDeviceMetricsOverride', {
    width: Math.round(viewport.width / zoom),
    height: Math.round(viewport.height / zoom),
    deviceScaleFactor: ratio * zoom,
    mobile: viewport.width < 640,
    screenWidth: width,
    screenHeight: height,
  })
  await expect.poll(() => page.evaluate(() => window.devicePixelRatio)).toBeCloseTo(ratio * zoom, 3)
}

export async function widthOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.width ?? 0
}

/** Drags the right edge of the frame until it is as wide as a card on a screen of this scale. Returns the scale. */
export async function calibrate(page: Page, scale: number): Promise<number> {
  await expect(page.getByRole('heading', { name: 'Lay a bank card on the screen' })).toBeVisible()
  const frame = page.locator('[data-card-frame]')
  const isUpright = (page.viewportSize()?.width ?? 0) < 640
  const cardWidth = isUpright ? 53.98 : 85.6
  const edge = await page.locator('[data-edge="x"]').boundingBox()
  if (!edge) throw new Error('The frame has no right edge')
  const [x, y] = [edge.x + edge.width / 2, edge.y + 40]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + cardWidth * scale - (await widthOf(frame)), y, { steps: 4 })
  await page.mouse.up()
  const reached = async () => (await widthOf(frame)) / cardWidth
  await expect.poll(reached).toBeCloseTo(scale, 1)
  const measured = await reached()
  await page.getByRole('button', { name: 'Save size' }).click()
  return measured
}
