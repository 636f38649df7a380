import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { inFull } from '#tests/support/full.ts'
import { home } from './support/addresses.ts'
import { withMedia } from './support/chromium.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'

test.use(withMedia)

type Box = { name: string; x: number; y: number; width: number; height: number; color: string }
type Color = readonly [red: number, green: number, blue: number]

/** Where the words and icons of the header are, and in which colour. */
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

function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The contrast that 99 % of the pixels beneath a part reach. */
async function worstContrast(picture: Buffer, { color, ...box }: Box): Promise<number> {
  const region = {
    left: Math.floor(box.x),
    top: Math.floor(box.y),
    width: Math.ceil(box.width),
    height: Math.ceil(box.height),
  }
  const { data, info } = await sharp(picture).extract(region).raw().toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  const found: number[] = []
  for (let at = 0; at < data.length; at += info.channels) {
    const pixel = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const
    found.push(contrast([red, green, blue], pixel))
  }
  return found.sort((a, b) => a - b)[Math.floor(found.length / 100)] ?? 0
}

/** What is shown stands still, so a picture is taken again only while the page is not painted yet. */
async function expectReadable(page: Page, parts: Box[], what: string): Promise<void> {
  const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: 80 }
  const unreadable = async () => {
    const picture = await page.screenshot({ clip })
    const measured = await Promise.all(
      parts.map(async (part) => ({ name: part.name, contrast: await worstContrast(picture, part) })),
    )
    return measured.filter(({ contrast }) => contrast < 4.5)
  }
  await expect.poll(unreadable, what).toEqual([])
}

for (const width of inFull([390, 1280, 1440, 1920], [390, 1440])) {
  test(`the header can be read over the hero, its poster and its film, at ${width} px`, { tag: onlyInFull }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await page.goto(home)
    await hydrated(page)
    const hero = page.getByRole('region', { name: 'Elevated from the Himalayas' })
    await expect(hero.getByRole('button', { name: 'Play film' })).toBeVisible()
    await expect(page.locator('.loader')).toBeHidden()
    // A picture that has arrived is painted only once it is decoded.
    await hero.locator('img').evaluate((poster: HTMLImageElement) => poster.decode())
    const parts = await headerParts(page)
    expect(parts.length).toBeGreaterThan(3)
    // Without the words only what lies beneath them is left.
    await page.locator('.header-in').evaluate((content) => content.style.setProperty('visibility', 'hidden'))
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
