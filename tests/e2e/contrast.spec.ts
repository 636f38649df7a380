import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { inFull } from '#tests/support/full-run.ts'
import { withMedia } from './support/chromium.ts'
import { home } from './support/paths.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test.use(withMedia)

type Box = { name: string; x: number; y: number; width: number; height: number; color: string }
type Color = readonly [red: number, green: number, blue: number]

/** The position and color of each text and icon in the header. */
function headerParts(page: Page): Promise<Box[]> {
  return page.getByRole('banner').evaluate((header) => {
    const visible = [...header.querySelectorAll<HTMLElement>('a, button')].filter((each) => each.checkVisibility())
    return visible.map((element) => {
      const range = document.createRange()
      range.selectNodeContents(element.querySelector('svg') ?? element)
      const { x, y, width, height } = (element.querySelector('svg') ?? range).getBoundingClientRect()
      const name = element.getAttribute('aria-label') || element.innerText
      return { name, x, y, width, height, color: getComputedStyle(element).color }
    })
  })
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(first: Color, second: Color): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The contrast that 99 % of the pixels behind a part reach. */
async function worstContrast(picture: Buffer, { color, ...box }: Box): Promise<number> {
  const region = {
    left: Math.floor(box.x),
    top: Math.floor(box.y),
    width: Math.ceil(box.width),
    height: Math.ceil(box.height),
  }
  const { data, info } = await sharp(picture).extract(region).raw().toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  const contrasts: number[] = []
  for (let offset = 0; offset < data.length; offset += info.channels) {
    const pixel = [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0] as const
    contrasts.push(contrast([red, green, blue], pixel))
  }
  return contrasts.sort((a, b) => a - b)[Math.floor(contrasts.length / 100)] ?? 0
}

/** The page does not move, so the poll only waits until it is painted. */
async function expectReadable(page: Page, parts: Box[], background: string): Promise<void> {
  const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: 80 }
  const unreadable = async () => {
    const picture = await page.screenshot({ clip })
    const measured = await Promise.all(
      parts.map(async (part) => ({ name: part.name, contrast: await worstContrast(picture, part) })),
    )
    return measured.filter(({ contrast }) => contrast < 4.5)
  }
  await expect.poll(unreadable, background).toEqual([])
}

for (const width of inFull([390, 1280, 1440, 1920], [390, 1440])) {
  test(`the header is readable over the hero’s poster and film at ${width} px`, { tag: onlyInFull }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await page.goto(home)
    await waitForHydration(page)
    const hero = page.getByRole('region', { name: 'Elevated from the Himalayas' })
    await expect(hero.getByRole('button', { name: 'Play film' })).toBeVisible()
    await expect(page.locator('.loader')).toBeHidden()
    // A loaded picture is painted only after decoding.
    await hero.locator('img').evaluate((poster: HTMLImageElement) => poster.decode())
    const parts = await headerParts(page)
    expect(parts.length).toBeGreaterThan(3)
    // Hides the header texts so the screenshot shows only the background.
    await page.locator('.header-inner').evaluate((content) => content.style.setProperty('visibility', 'hidden'))
    await expectReadable(page, parts, 'poster')

    await hero.getByRole('button', { name: 'Play film' }).click()
    await expect(hero.getByRole('button', { name: 'Pause film' })).toBeVisible()
    await expect(hero.locator('video')).toHaveCSS('opacity', '1')
    for (const share of [0, 0.33, 0.66]) {
      await hero.locator('video').evaluate(
        (film: HTMLVideoElement, at) =>
          new Promise<void>((resolve) => {
            film.pause()
            film.addEventListener('seeked', () => requestAnimationFrame(() => resolve()), { once: true })
            film.currentTime = film.duration * at
          }),
        share,
      )
      await expectReadable(page, parts, `film at ${share}`)
    }
  })
}
