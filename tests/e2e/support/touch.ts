import type { Locator } from '@playwright/test'
import { expect } from './expect.ts'

/** Swipes over the middle of an element by `share` of its width; negative swipes to the left. */
export async function swipe(element: Locator, share: number): Promise<void> {
  await element.scrollIntoViewIfNeeded()
  // A carousel handles touch only after it has set a transform on its slides.
  await expect(element.locator('xpath=ancestor::*[contains(@style, "transform")]')).not.toHaveCount(0)
  const page = element.page()
  const box = await element.boundingBox()
  if (!box) throw new Error('The element to swipe over is not visible')
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const [left, right] = [Math.max(box.x, 0) + 10, Math.min(box.x + box.width, width) - 10]
  const y = (Math.max(box.y, 0) + Math.min(box.y + box.height, height)) / 2
  const [from, distance] = [share < 0 ? right : left, (right - left) * share]
  const touch = await page.context().newCDPSession(page)
  const at = (part: number) => [{ x: from + distance * part, y, id: 1 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (const part of [0.2, 0.5, 0.8, 1])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}
