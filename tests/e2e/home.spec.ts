import { test as plainTest } from '@playwright/test'
import { category, home, shop } from './addresses.ts'
import { expect, hydrated, namesFrom, test } from './visit.ts'

const sectionsInOrder = [
  'Elevated from the Himalayas',
  'Featured',
  'Film',
  'WHY WE STARTED',
  'WHY CHOOSE US',
  'What our customers say',
  'Categories',
  'POPULAR',
  'Get In Touch',
  'Stories from the mountain',
]

/** Of each section its label, in the order of the page. */
function sectionNames(sections: Element[]): string[] {
  const textOf = (id: string | null) => (id && document.getElementById(id)?.textContent) || ''
  return sections.map(
    (section) => section.getAttribute('aria-label') ?? textOf(section.getAttribute('aria-labelledby')),
  )
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('the parts of the home page stand in their order', async ({ page }) => {
      await page.goto(home)
      const sections = page.getByRole('main').locator('section')
      await expect(sections).toHaveCount(sectionsInOrder.length)
      expect(await sections.evaluateAll(sectionNames)).toEqual(sectionsInOrder)
      for (const title of ['Pure, natural, authentic', '100% handcrafted', 'Value for money'])
        await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible()
    })

    test('the tiles lead into their categories', async ({ page }) => {
      await page.goto(home)
      for (const [title, path] of [
        ['CRYSTAL', 'crystal'],
        ['Jewellery', 'Jewellery'],
        ['ACCESSORIES', 'accessory'],
      ] as const) {
        const tile = page
          .getByRole('region', { name: 'Categories' })
          .getByRole('article')
          .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
        await expect(tile.getByRole('link', { name: 'Explore' })).toHaveAttribute('href', category(path))
      }
      await page.getByRole('link', { name: 'Explore' }).nth(1).click()
      await expect(page).toHaveURL(category('Jewellery'))
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('nothing waits to appear, and what could not work is not offered', async ({ page }) => {
    await page.goto(home)
    await expect(page.locator('.loader')).toBeHidden()
    await expect(page.getByRole('region', { name: 'POPULAR' }).locator('> div')).toHaveCSS('opacity', '1')
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByText('The form needs JavaScript.')).toBeVisible()
  })
})

test('the loader is shown once in a visit, over the page and never in its way', async ({ page }) => {
  await page.goto(home)
  const loader = page.locator('.loader')
  await expect(page.locator('html')).toHaveAttribute('data-arriving', '')
  await expect(loader).toHaveCSS('animation-duration', /^1s, /)
  await expect(loader).toHaveCSS('pointer-events', 'none')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(loader).toBeHidden()

  await hydrated(page)
  await page.getByRole('link', { name: 'SHOP NOW', exact: true }).click()
  await expect(page).toHaveURL(shop)
  await page.getByRole('banner').getByRole('link', { name: 'ALPINE', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Elevated from the Himalayas' })).toBeVisible()
  await expect(loader).toHaveCount(0)

  await page.goto(home)
  await expect(loader).toHaveCSS('display', 'none')
  await expect(page.locator('html')).not.toHaveAttribute('data-arriving')
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('there is no loader, the film rests on its poster and the banners stay where they are', async ({ page }) => {
    await page.clock.install()
    await page.goto(home)
    await hydrated(page)
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

test('the film of the hero plays by itself and can be stopped', async ({ page }) => {
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

test('the hero is the largest paint, its picture is asked for first, and nothing moves while the page loads', async ({
  page,
}) => {
  await page.goto(home)
  await hydrated(page)
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

test('two featured pieces are shown, chosen by chance in the browser', async ({ page, request }) => {
  const featured = await namesFrom(request, '/api/product/tags/Featured')
  expect(featured.length).toBeGreaterThan(2)
  const html = await (await request.get(home)).text()
  expect(html).toMatch(new RegExp(`<h2[^>]*>${featured[0]}</h2>[^]+<h2[^>]*>${featured[1]}</h2>`))

  await page.addInitScript(() => {
    Math.random = () => 0.999
  })
  await page.goto(home)
  await hydrated(page)
  const names = page.getByRole('region', { name: 'Featured' }).getByRole('heading', { level: 2 })
  await expect(names).toHaveText([featured.at(-1) ?? '', featured.at(-2) ?? ''])
  await page.getByRole('region', { name: 'Featured' }).getByRole('link', { name: 'Shop Now' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: featured.at(-1) })).toBeVisible()
})

test('the film section plays where it stands, and stops again', async ({ page }) => {
  await page.goto(home)
  await hydrated(page)
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

test('the testimonials are leafed through by arrows, round and round', async ({ page, request }) => {
  const answer = await request.get('/api/Testimonials')
  const { data } = (await answer.json()) as { data: { name: string; description: string }[] }
  await page.goto(home)
  await hydrated(page)
  const voices = page.getByRole('region', { name: 'What our customers say' })
  await expect(voices.getByText(`1 / ${data.length}`)).toBeVisible()
  await voices.getByRole('button', { name: 'Next' }).click()
  await expect(voices.getByText(`2 / ${data.length}`)).toBeVisible()
  await expect(voices.getByText(data[1]?.description ?? '')).toBeInViewport()
  await expect(voices.getByText(data[1]?.name ?? '')).toBeInViewport()
  await voices.getByRole('button', { name: 'Previous' }).click()
  await voices.getByRole('button', { name: 'Previous' }).click()
  await expect(voices.getByText(`${data.length} / ${data.length}`)).toBeVisible()
})

test('POPULAR appears once, when a tenth of it is in view', async ({ page }) => {
  await page.goto(home)
  await hydrated(page)
  const section = page.getByRole('region', { name: 'POPULAR' })
  const content = section.locator('> div')
  await expect(content).toHaveCSS('opacity', '0')
  await section.scrollIntoViewIfNeeded()
  await expect(content).toHaveCSS('opacity', '1')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(section).not.toBeInViewport()
  await expect(content).toHaveCSS('opacity', '1')
})

test('Shop Now in POPULAR remembers the piece and opens its page', async ({ page, request }) => {
  const names = await namesFrom(request, '/api/product/tags/popular')
  await page.goto(home)
  await hydrated(page)
  const items = page.getByRole('region', { name: 'POPULAR' }).getByRole('listitem')
  const shown = await items.getByRole('heading', { level: 3 }).allTextContents()
  expect(shown).toEqual(names.slice(0, shown.length))
  const item = items.nth(1)
  await expect(item.getByRole('img')).toHaveAttribute('alt', /\w/)
  await expect(item.getByRole('paragraph')).not.toBeEmpty()
  await item.getByRole('link', { name: 'Shop Now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: shown[1] })).toBeVisible()
  const stored = await page.evaluate(() => JSON.parse(window.localStorage.getItem('popular') ?? 'null'))
  expect(stored).toMatchObject({ name: shown[1] })
})

test.describe('Get In Touch', () => {
  test('tells beside each field what is missing, and sends nothing', async ({ page }) => {
    await page.goto(home)
    await hydrated(page)
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await expect(page.getByText('Contact us', { exact: true }).first()).toBeVisible()
    await expect(page.getByLabel('Your question')).toHaveAttribute('rows', '5')
    await page.getByLabel('Last name').fill('   ')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Please enter your first name.')
    await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Please enter your last name.')
    await expect(page.getByLabel('Your question')).toHaveAccessibleDescription('Please enter your question.')
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.getByLabel('First name').fill('Mira')
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('')
    expect(calls.filter((url) => url.includes('GetInTouch'))).toEqual([])
  })

  test('says that it is sending, then that it was sent, and is empty again', async ({ page }) => {
    await page.goto(home)
    await hydrated(page)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/GetInTouch', async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel('First name').fill('Mira')
    await page.getByLabel('Last name').fill('Gurung')
    await page.getByLabel('Your question').fill('Is the <b>ruby</b> heated? 💎')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    letGo()
    await expect(page.getByText('Message sent successfully')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    for (const label of ['First name', 'Last name', 'Your question'])
      await expect(page.getByLabel(label)).toHaveValue('')
  })
})

// Here the console of the browser is right to complain: the call fails.
plainTest.describe('Get In Touch, when it fails', () => {
  plainTest.beforeEach(async ({ page }) => {
    await page.addInitScript(() =>
      window.localStorage.setItem('currency', JSON.stringify({ currency: 'USD', timestamp: Date.now() })),
    )
    await page.goto(home)
    await hydrated(page)
    await page.getByLabel('First name').fill('Mira')
    await page.getByLabel('Last name').fill('Gurung')
  })

  plainTest('keeps what was typed where the shop cannot be reached', async ({ page }) => {
    await page.route('**/api/GetInTouch', (route) => route.abort())
    await page.getByLabel('Your question').fill('Is it heated?')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Something went wrong, please try again later')).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Mira')
    await expect(page.getByLabel('Your question')).toHaveValue('Is it heated?')
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  })

  for (const length of [5001, 100_000]) {
    plainTest(`says what is wrong with a question of ${length} letters`, async ({ page }) => {
      const question = 'a'.repeat(length)
      await page.getByLabel('Your question').fill(question)
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('Something went wrong, please try again later')).toBeVisible()
      await expect(page.getByLabel('Your question')).toHaveAccessibleDescription('Please use at most 5,000 characters.')
      await expect(page.getByLabel('Your question')).toBeFocused()
      await expect(page.getByLabel('Your question')).toHaveValue(question)
    })
  }
})

test.describe('the banners', () => {
  const dot = (number: number) => `Banner ${number}`

  test('go round by dots and arrows, and lead to the story', async ({ page }) => {
    await page.goto(home)
    await hydrated(page)
    const banners = page.getByRole('region', { name: 'Stories from the mountain' })
    const current = (number: number) => banners.getByRole('button', { name: dot(number), exact: true })
    await current(3).click()
    await expect(current(3)).toHaveAttribute('aria-current', 'true')
    await banners.getByRole('button', { name: 'Next banner' }).click()
    await expect(current(1)).toHaveAttribute('aria-current', 'true')
    await banners.getByRole('button', { name: 'Previous banner' }).click()
    await expect(current(3)).toHaveAttribute('aria-current', 'true')
    await expect(current(1)).not.toHaveAttribute('aria-current')
    const slide = banners.getByRole('group', { name: '3 of 3' })
    await slide.getByRole('link', { name: 'Read More' }).click()
    await expect(page).toHaveURL('/learn')
  })

  test('move on after six seconds, but not while they are looked at, in use or paused', async ({ page }) => {
    await page.clock.install()
    await page.goto(home)
    await hydrated(page)
    const banners = page.getByRole('region', { name: 'Stories from the mountain' })
    const current = banners.locator('.dots [aria-current]')
    await banners.scrollIntoViewIfNeeded()
    await expect(banners.locator('.carousel-slides'), 'the carousel is awake').toHaveAttribute('style', /transform/)
    await expect(current).toHaveAccessibleName(dot(1))
    await page.clock.fastForward(6100)
    await expect(current).toHaveAccessibleName(dot(2))

    await banners.getByRole('group', { name: '2 of 3' }).hover()
    await page.clock.fastForward(13_000)
    await expect(current).toHaveAccessibleName(dot(2))
    await page.mouse.move(0, 0)

    await banners.getByRole('button', { name: 'Next banner' }).focus()
    await page.clock.fastForward(13_000)
    await expect(current).toHaveAccessibleName(dot(2))

    await page.getByRole('button', { name: 'Send' }).focus()
    await page.clock.fastForward(6100)
    await expect(current).toHaveAccessibleName(dot(3))

    await banners.getByRole('button', { name: 'Pause banners' }).click()
    await page.mouse.move(0, 0)
    await page.getByRole('button', { name: 'Send' }).focus()
    await page.clock.fastForward(13_000)
    await expect(current).toHaveAccessibleName(dot(3))
    await expect(banners.getByRole('button', { name: 'Play banners' })).toBeVisible()
  })

  test('come as wide or as tall pictures, as the screen is', async ({ page, viewport }) => {
    await page.goto(home)
    await hydrated(page)
    const banners = page.getByRole('region', { name: 'Stories from the mountain' })
    await banners.scrollIntoViewIfNeeded()
    const narrow = (viewport?.width ?? 0) <= 480
    const picture = banners.getByRole('group', { name: '1 of 3' }).locator('img')
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.currentSrc))
      .toMatch(narrow ? /banner-1-small/ : /banner-1-large/)
    const width = await banners.getByRole('group', { name: '1 of 3' }).evaluate((slide) => slide.clientWidth)
    const share = width / (await page.evaluate(() => document.documentElement.clientWidth))
    expect(share).toBeCloseTo(narrow ? 1 : 0.68, 1)
    await expect(banners.getByRole('group', { name: '2 of 3' })).toHaveCSS('opacity', narrow ? '1' : '0.45')
  })
})

test('search engines are told who we are and how to search here', async ({ page }) => {
  await page.goto(home)
  await expect(page).toHaveTitle('ALPINE · Elevated from the Himalayas')
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const types = blocks.map((text) => JSON.parse(text)).map((block) => block['@type'])
  expect(types).toEqual(['Organization', 'WebSite'])
  expect(blocks.join()).toContain('/shop?Name={search_term_string}')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/$/)
})
