import { href } from 'react-router'
import { shop } from './addresses.ts'
import { expect, hydrated, namesFrom, test } from './visit.ts'

const collection = href('/alpine-collection')
const learn = href('/learn')
const blogs = href('/blogs')
const blog = (slug: string) => href('/blogs/:slug', { slug })

type Post = { title: string; slug: string; author: string; datePosted: string; tags: string[]; imageURL: string }

test.describe('the collection', () => {
  test('shows at most six pieces, each with its way to the product', async ({ page, request }) => {
    const names = (await namesFrom(request, '/api/product/tags/collection')).slice(0, 6)
    expect(names.length).toBeGreaterThan(0)
    await page.goto(collection)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const pieces = page.getByRole('region', { name: 'The collection' })
    await expect(pieces.getByRole('listitem')).toHaveCount(names.length)
    for (const name of names) await expect(pieces.getByRole('link', { name: `Shop ${name}` })).toBeVisible()
    const [first = ''] = names
    await pieces.getByRole('link', { name: `Shop ${first}` }).click()
    await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible()
    await expect(page).toHaveURL(/\/shop\/[^/]+\/[^/]+$/)
  })
})

test.describe('learn', () => {
  test('tells its story, with a picture and three cards', async ({ page }) => {
    await page.goto(learn)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1, name: 'How a stone leaves the mountain' })).toBeVisible()
    const picture = main.getByRole('img', { name: /snow peak/ })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(main.getByRole('region', { name: /write down/ }).getByRole('listitem')).toHaveCount(3)
  })

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled })

      test('answers five questions, one at a time', async ({ page }) => {
        await page.goto(learn)
        const entries = page.getByRole('region', { name: 'Questions people ask' }).getByRole('group')
        await expect(entries).toHaveCount(5)
        const question = (index: number) => entries.nth(index).locator('summary')
        const answer = (index: number) => entries.nth(index).getByRole('paragraph')
        for (let index = 0; index < 5; index++) await expect(answer(index)).toBeHidden()
        await question(0).click()
        await expect(answer(0)).toBeVisible()
        await question(3).click()
        await expect(answer(3)).toBeVisible()
        await expect(answer(0)).toBeHidden()
        await question(3).click()
        await expect(answer(3)).toBeHidden()
      })
    })
  }

  test('opens and closes an answer by keyboard', async ({ page }) => {
    await page.goto(learn)
    const [question, answer] = [page.locator('summary').first(), page.getByRole('group').first().getByRole('paragraph')]
    await question.focus()
    await page.keyboard.press('Enter')
    await expect(answer).toBeVisible()
    await page.keyboard.press('Space')
    await expect(answer).toBeHidden()
  })
})

test.describe('blogs', () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled })

      test('stand newest first, eight to a page, between two ends', async ({ page, request }) => {
        const pages = await Promise.all([1, 2].map(async (number) => postsFrom(request, number)))
        expect(pages[0]?.length).toBe(8)
        const titles = page.getByRole('region', { name: 'Posts' }).getByRole('heading', { level: 2 })
        await page.goto(blogs)
        await expect(titles).toHaveText(pages[0]?.map(({ title }) => title) ?? [])
        await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
        await page.getByRole('link', { name: 'Next' }).click()
        await expect(page).toHaveURL(`${blogs}?page=2`)
        await expect(titles).toHaveText(pages[1]?.map(({ title }) => title) ?? [])
        await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
        await page.getByRole('link', { name: 'Previous' }).click()
        await expect(page).toHaveURL(blogs)
      })
    })
  }

  test('open by a click anywhere on the card', async ({ page, request }) => {
    const [, , third] = await postsFrom(request, 1)
    await page.goto(blogs)
    await hydrated(page)
    const card = page.getByRole('article').filter({ hasText: third?.title ?? '' })
    await expect(card.getByRole('img')).toHaveAttribute('alt', /\w/)
    await card.click({ position: { x: 20, y: 20 } })
    await expect(page).toHaveURL(blog(third?.slug ?? ''))
    await expect(page.getByRole('heading', { level: 1, name: third?.title })).toBeVisible()
  })

  test('past the last page there are none', async ({ page }) => {
    const response = await page.goto(`${blogs}?page=99`)
    expect(response?.status()).toBe(200)
    await expect(page.getByText('No blogs found.', { exact: true })).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('link', { name: 'Back to the first page' }).click()
    await expect(page).toHaveURL(blogs)
  })

  test.describe('as they are sent', () => {
    test.use({ javaScriptEnabled: false })

    for (const number of ['0', 'x', '1.5', '-3', '9'.repeat(30), '2&page=3x']) {
      test(`the page “${number.slice(0, 12)}” is a page that we have`, async ({ page }) => {
        const response = await page.goto(`${blogs}?page=${number}`)
        expect(response?.status()).toBe(200)
        await expect(page.getByRole('article').first()).toBeVisible()
        const canonical = number.startsWith('2') ? `${blogs}?page=2` : blogs
        expect(new URL((await page.locator('link[rel="canonical"]').getAttribute('href')) ?? '').href).toContain(
          canonical,
        )
      })
    }
  })
})

test.describe('a post', () => {
  test('has its title, author, day, words, tags and picture', async ({ page, request }) => {
    const [, post] = await postsFrom(request, 1)
    await page.goto(blog(post?.slug ?? ''))
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { level: 1, name: post?.title })).toBeVisible()
    await expect(article).toContainText(post?.author ?? '')
    const day = article.locator('time')
    await expect(day).toHaveAttribute('datetime', post?.datePosted ?? '')
    await expect(day).toHaveText(/^\d{1,2} [A-Z][a-z]+ \d{4}$/)
    await expect(article.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(article.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(post?.tags ?? [])
    const picture = article.getByRole('img').first()
    await expect(picture).toHaveAttribute('alt', /\w/)
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })

  test('leads on to the posts beside it', async ({ page, request }) => {
    const [newest, second] = await postsFrom(request, 1)
    await page.goto(blog(newest?.slug ?? ''))
    const more = page.getByRole('navigation', { name: 'More posts' })
    await expect(more.getByRole('link')).toHaveCount(1)
    await more.getByRole('link', { name: /Previous post/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: second?.title })).toBeVisible()
    await more.getByRole('link', { name: /Next post/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: newest?.title })).toBeVisible()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Blogs' }).click()
    await expect(page).toHaveURL(blogs)
  })

  test('that nobody wrote is the not-found page', async ({ page }) => {
    const response = await page.goto(blog('no-such-story'))
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'We could not find this page' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL(shop)
  })
})

async function postsFrom(request: Parameters<typeof namesFrom>[0], pageNumber: number): Promise<Post[]> {
  const answer = await request.get(`/api/blogs?pageNumber=${pageNumber}`)
  return ((await answer.json()) as { data: Post[] }).data
}
