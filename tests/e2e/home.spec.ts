import { withMedia, withMotion } from './support/chromium.ts'
import { home, shop } from './support/paths.ts'
import { bothWidths, bothWidthsInFull, expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test.use({ ...withMedia, ...withMotion })

test('the loader shows once per visit and does not block the page', { tag: bothWidthsInFull }, async ({ page }) => {
  await page.goto(home)
  const loader = page.locator('.loader')
  await expect(page.locator('html')).toHaveAttribute('data-show-loader', '')
  await expect(loader).toHaveCSS('animation-duration', /^1s, /)
  await expect(loader).toHaveCSS('pointer-events', 'none')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(loader).toBeHidden()

  await waitForHydration(page)
  await page.getByRole('link', { name: 'SHOP NOW', exact: true }).click()
  await expect(page).toHaveURL(shop)
  await page.getByRole('banner').getByRole('link', { name: 'ALPINE', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Elevated from the Himalayas' })).toBeVisible()
  await expect(loader).toHaveCount(0)

  await page.goto(home)
  await expect(loader).toHaveCSS('display', 'none')
  await expect(page.locator('html')).not.toHaveAttribute('data-show-loader')
})

test.describe('with reduced motion', { tag: bothWidthsInFull }, () => {
  // An installed clock stays in its context.
  test.use({ contextOptions: { reducedMotion: 'reduce' }, ownContext: true })

  test('shows no loader, a poster instead of the film and no moving banners', { tag: onlyInFull }, async ({ page }) => {
    await page.clock.install()
    await page.goto(home)
    await waitForHydration(page)
    await expect(page.locator('.loader')).toBeHidden()
    const hero = page.getByRole('region', { name: 'Elevated from the Himalayas' })
    await expect(hero.getByRole('button', { name: 'Play film' })).toBeVisible()
    expect(await hero.locator('video').evaluate((film: HTMLVideoElement) => film.paused && film.readyState === 0)).toBe(
      true,
    )
    await expect(page.getByRole('button', { name: /(Pause|Play) banners/ })).toHaveCount(0)
    await page.clock.fastForward(20_000)
    await expect(page.getByRole('button', { name: 'Banner 1' })).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'Next banner' }).click()
    await expect(page.getByRole('button', { name: 'Banner 2' })).toHaveAttribute('aria-current', 'true')
  })
})

test('the hero film plays automatically and can be paused', { tag: bothWidthsInFull }, async ({ page }) => {
  await page.goto(home)
  const hero = page.getByRole('region', { name: 'Elevated from the Himalayas' })
  const film = hero.locator('video')
  await hero.getByRole('button', { name: 'Pause film' }).click()
  await expect(hero.getByRole('button', { name: 'Play film' })).toBeVisible()
  expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  await hero.getByRole('button', { name: 'Play film' }).click()
  await expect(hero.getByRole('button', { name: 'Pause film' })).toBeVisible()
  expect(await film.evaluate((video: HTMLVideoElement) => video.muted && video.loop && !video.paused)).toBe(true)
})

test('the hero is the largest contentful paint, its picture is preloaded, and the layout does not shift', {
  tag: [bothWidths, onlyInFull],
}, async ({ page }) => {
  await page.goto(home)
  await waitForHydration(page)
  await expect(page.getByRole('region', { name: 'Elevated' }).getByRole('button', { name: 'Pause film' })).toBeVisible()
  const { isInHero, shift } = await page.evaluate(
    () =>
      new Promise<{ isInHero: boolean; shift: number }>((resolve) => {
        let shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += Reflect.get(entry, 'value')
        }).observe({ type: 'layout-shift', buffered: true })
        new PerformanceObserver((list) => {
          const largest: Element = Reflect.get(list.getEntries().at(-1) ?? {}, 'element')
          resolve({ isInHero: largest.closest('section')?.getAttribute('aria-labelledby') === 'hero', shift })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  expect(isInHero).toBe(true)
  expect(shift).toBeLessThan(0.01)
  for (const picture of ['hero-1280', 'hero-tall-405'])
    await expect(page.locator(`head link[rel="preload"][as="image"][imagesrcset*="${picture}"]`)).toHaveCount(1)
})

test('the film section plays and pauses', { tag: [bothWidths, onlyInFull] }, async ({ page }) => {
  await page.goto(home)
  await waitForHydration(page)
  const section = page.getByRole('region', { name: 'Film', exact: true })
  const film = section.locator('video')
  expect(await film.evaluate((video: HTMLVideoElement) => video.readyState)).toBe(0)
  await section.getByRole('button', { name: 'Play film' }).click()
  const pause = section.getByRole('button', { name: 'Pause film' })
  await expect(pause).toBeVisible()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  await pause.click()
  await expect(section.getByRole('button', { name: 'Play film' })).toBeVisible()
  expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
})

test('POPULAR appears once, when 10% of it is in view', { tag: [bothWidths, onlyInFull] }, async ({ page }) => {
  await page.goto(home)
  await waitForHydration(page)
  const section = page.getByRole('region', { name: 'POPULAR' })
  const content = section.locator('> div')
  const showShare = (share: number) =>
    section.evaluate((element, part) => {
      const { top, height } = element.getBoundingClientRect()
      window.scrollTo({ top: window.scrollY + top + height * part - window.innerHeight, behavior: 'instant' })
    }, share)
  await showShare(0.05)
  await expect(section).toBeInViewport()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(content).toHaveCSS('opacity', '0')
  await showShare(0.15)
  await expect(content).toHaveCSS('opacity', '1')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(section).not.toBeInViewport()
  await expect(content).toHaveCSS('opacity', '1')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, ...withMotion })

  test('shows all content and no button that needs JavaScript', async ({ page }) => {
    await page.goto(home)
    await expect(page.locator('.loader')).toBeHidden()
    await expect(page.getByRole('region', { name: 'POPULAR' }).locator('> div')).toHaveCSS('opacity', '1')
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByText('The form needs JavaScript.')).toBeVisible()
  })
})
