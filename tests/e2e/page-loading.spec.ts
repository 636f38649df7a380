import type { Page } from '@playwright/test'
import { withMedia, withMotion } from './support/chromium.ts'
import { holdRequests } from './support/network.ts'
import { home, product, shop } from './support/paths.ts'
import { productLink } from './support/product-cards.ts'
import { bothWidths, bothWidthsInFull, expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test.use({ ...withMedia, ownContext: true, ...withMotion })

type Frame = { path: string; heading: string; height: number }

/** Records the main content of every frame from now on. */
async function watchFrames(page: Page): Promise<() => Promise<Frame[]>> {
  await page.evaluate(() => {
    const frames: Frame[] = []
    Object.assign(window, { frames })
    const record = () => {
      const main = document.querySelector('main')
      frames.push({
        path: window.location.pathname,
        heading: main?.querySelector('h1')?.textContent ?? '',
        height: main?.getBoundingClientRect().height ?? 0,
      })
      requestAnimationFrame(record)
    }
    record()
  })
  return () => page.evaluate(() => Reflect.get(window, 'frames') as unknown as Frame[])
}

/** Focus on a link makes the router prefetch its data. */
async function prefetch(page: Page, link: ReturnType<typeof productLink>, to: string): Promise<void> {
  const path = new URL(to, page.url()).pathname
  const data = page.waitForResponse((response) => new URL(response.url()).pathname === `${path}.data`)
  await link.focus()
  await data
  await expect(page.locator(`link[rel="prefetch"][href*="${path}.data"]`)).toHaveCount(1)
}

const navigations = [
  {
    title: 'from home to the shop',
    from: home,
    to: shop,
    link: (page: Page) => page.getByRole('main').getByRole('link', { name: 'SHOP NOW', exact: true }).first(),
    heading: /Stones, metals and leather/,
  },
  {
    title: 'from the shop to a product',
    from: `${shop}?Name=citrine+point`,
    to: product('crystal', 'citrine-point'),
    link: (page: Page) => productLink(page, 'Citrine Point'),
    heading: /^Citrine Point$/,
  },
]

for (const { title, from, to, link, heading } of navigations) {
  test(`a prefetched navigation ${title} shows no blank frame`, { tag: [bothWidths, onlyInFull] }, async ({ page }) => {
    await page.goto(from)
    await waitForHydration(page)
    const before = await page.getByRole('heading', { level: 1 }).innerText()
    await prefetch(page, link(page), to)
    const frames = await watchFrames(page)
    await link(page).click()
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()

    const recordedFrames = await frames()
    const headings = [...new Set(recordedFrames.map((frame) => frame.heading.replace(/\s+/g, ' ').trim()))]
    expect(headings, 'only the old and the new page').toEqual([
      before.replace(/\s+/g, ' ').trim(),
      expect.stringMatching(heading),
    ])
    const { height: viewport } = page.viewportSize() ?? { height: 0 }
    expect(Math.min(...recordedFrames.map((frame) => frame.height))).toBeGreaterThan(viewport / 2)
  })
}

/** Waits until the fonts and the pictures in view are loaded and painted. */
async function waitForPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const inView = [...document.images].filter((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect()
      return bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth
    })
    return document.fonts.status === 'loaded' && inView.every(({ complete }) => complete)
  })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** The largest contentful paint and the layout shift. */
function largestPaint(page: Page) {
  return page.evaluate(
    () =>
      new Promise<{ text: string; picture: string; shift: number }>((resolve) => {
        let shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += Reflect.get(entry, 'value')
        }).observe({ type: 'layout-shift', buffered: true })
        new PerformanceObserver((list) => {
          const entry = list.getEntries().at(-1) ?? {}
          const element: Element | null = Reflect.get(entry, 'element')
          resolve({ text: element?.textContent ?? '', picture: Reflect.get(entry, 'url') ?? '', shift })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}

for (const path of [home, shop, product('crystal', 'citrine-point')]) {
  test(`the largest contentful paint of ${path} is in the HTML, and its files are preloaded`, {
    tag: [bothWidths, onlyInFull],
  }, async ({ page, request }) => {
    const html = await (await request.get(path)).text()
    const head = html.slice(0, html.indexOf('</head>'))
    const preloads = (as: string) => head.match(new RegExp(`<link rel="preload" as="${as}"[^>]*>`, 'g')) ?? []

    await page.goto(path)
    await waitForHydration(page)
    await waitForPaint(page)
    const { text, picture, shift } = await largestPaint(page)
    if (picture) {
      const { pathname } = new URL(picture)
      expect(html.slice(head.length)).toContain(pathname)
      expect(preloads('image').filter((link) => link.includes(pathname))).toHaveLength(1)
    } else {
      expect(text).not.toBe('')
      const [firstWord = ''] = text.trim().split(/\s/)
      expect(html.slice(head.length)).toContain(firstWord)
      expect(preloads('font')).toHaveLength(2)
    }
    expect(shift).toBeLessThanOrEqual(0.01)
  })

  test(`${path} loads its styles, fonts and first pictures before its scripts`, {
    tag: [bothWidths, onlyInFull],
  }, async ({ page }) => {
    await page.addInitScript(disablePictureTimeout)
    const response = await page.goto(path)
    const html = (await response?.text()) ?? ''
    const head = html.slice(0, html.indexOf('</head>'))
    for (const tag of ['<link rel="stylesheet"', 'as="font"', 'as="image"']) expect(head).toContain(tag)
    expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]* (?:src|type="module")/)

    await waitForHydration(page)
    const { loaded, scriptStarts } = await page.evaluate(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      return { loaded: visit?.loadEventStart ?? 0, scriptStarts: scripts.map(({ startTime }) => startTime) }
    })
    expect(loaded).toBeGreaterThan(0)
    expect(scriptStarts.length).toBeGreaterThan(5)
    expect(Math.min(...scriptStarts)).toBeGreaterThan(loaded)
  })
}

/** A page waits at most three seconds for its pictures, which a busy machine may exceed. */
function disablePictureTimeout(): void {
  const setTimer = window.setTimeout
  window.setTimeout = ((callback: () => void, ms?: number) =>
    ms === 3000 ? 0 : setTimer(callback, ms)) as typeof setTimeout
}

test('the large picture of a product keeps its place while its thumbnails load', {
  tag: [bothWidths, onlyInFull],
}, async ({ page }) => {
  await page.goto(product('crystal', 'citrine-point'))
  await waitForHydration(page)
  const [boxWithThumbnails, boxWithout] = await page.getByLabel('Pictures of Citrine Point').evaluate((gallery) => {
    const stage = gallery.querySelector('.gallery-stage')
    const thumbnails = gallery.querySelector('.thumb')?.parentElement
    const box = () => JSON.stringify(stage?.getBoundingClientRect())
    const withThumbnails = box()
    thumbnails?.remove()
    return [withThumbnails, box()]
  })
  expect(boxWithout).toBe(boxWithThumbnails)
})

test('a button pressed before the scripts load takes effect after they load', { tag: bothWidthsInFull }, async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto(product('crystal', 'citrine-point'))
  const quantity = page.getByRole('group', { name: 'Quantity' })
  const increaseButton = quantity.getByRole('button', { name: 'Increase quantity' })
  await increaseButton.click()
  await expect(quantity.getByRole('status')).toHaveText('1')
  await expect(increaseButton, 'the button shows the press at once').toHaveCSS('opacity', '0.6')
  release()
  await expect(quantity.getByRole('status')).toHaveText('2')
  await expect(increaseButton).toHaveCSS('opacity', '1')
  await increaseButton.click()
  await expect(quantity.getByRole('status')).toHaveText('3')
})

test('the entry starts after every other file has been evaluated, each by its own import', { tag: onlyInFull }, async ({
  page,
}) => {
  const release = await holdRequests(page, '**/assets/layout-*.js')
  await page.goto(home)
  const moduleScripts = () => page.locator('head script[type="module"]').count()
  const files = () => page.evaluate(() => document.querySelectorAll('link[rel="modulepreload"]').length)
  await expect.poll(files).toBeGreaterThan(5)
  expect(await moduleScripts()).toBe(0)
  release()
  await waitForHydration(page)
  expect(await moduleScripts()).toBe(1)
})

test('a form submitted before the scripts load is sent after they load, and never in the URL', {
  tag: bothWidthsInFull,
}, async ({ page }) => {
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/forget-password')
  await page.getByLabel('Email').fill('nobody-there')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/forget-password$/)
  release()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL(/forget-password$/)
})

test('an interaction starts the scripts before the pictures have loaded', { tag: [bothWidths, onlyInFull] }, async ({
  page,
}) => {
  const release = await holdRequests(page, '**/*.avif')
  await page.goto(product('crystal', 'citrine-point'), { waitUntil: 'domcontentloaded' })
  await page.keyboard.press('Tab')
  await waitForHydration(page)
  expect(await page.evaluate(() => document.readyState)).toBe('interactive')
  release()
})

type RouteFiles = { id: string; parentId?: string; module: string; imports?: string[] }

test('no page of the shop loads the file of the back office', async ({ page }) => {
  await page.goto(home)
  await waitForHydration(page)
  const routes = await page.evaluate(
    () => (Reflect.get(window, '__reactRouterManifest') as { routes: Record<string, RouteFiles> }).routes,
  )
  const isAdmin = ({ id, parentId }: RouteFiles): boolean => {
    const parent = routes[parentId ?? '']
    return id === 'layouts/admin' || (parent !== undefined && isAdmin(parent))
  }
  const [ofAdmin, ofShop] = [true, false].map((admin) =>
    Object.values(routes).filter((each) => isAdmin(each) === admin),
  )
  const idsWithFile = (group: RouteFiles[] = []) =>
    group
      .filter(({ module, imports = [] }) => [module, ...imports].some((file) => file.includes('/back-office-')))
      .map(({ id }) => id)
  expect(idsWithFile(ofAdmin)).toContain('layouts/admin')
  expect(idsWithFile(ofShop)).toEqual([])
})

test('loads only the fonts in use, as small subsets', { tag: [bothWidths, onlyInFull] }, async ({ page }) => {
  const fonts = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.woff2')) fonts.set(pathname, response.body())
  })
  await page.goto(home)
  await waitForHydration(page)
  // Sections below the fold load their fonts when they come near the viewport.
  await page.locator('#testimonials').scrollIntoViewIfNeeded()
  await expect.poll(() => [...fonts.keys()].some((path) => path.includes('italic'))).toBe(true)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const names = () => [...fonts.keys()].map((path) => path.replace(/^\/assets\/(.+)-[\w-]{8}\.woff2$/, '$1')).toSorted()
  await expect.poll(names).toContain('noto-serif-devanagari')
  await page.evaluate(() => document.fonts.ready.then(() => true))
  expect(names()).toEqual(['hanken-grotesk', 'newsreader', 'newsreader-italic', 'noto-serif-devanagari'])
  const sizes = await Promise.all([...fonts.values()].map(async (body) => (await body).length))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100 * 1024)
})
