import { href } from 'react-router'
import type { fetchProductNames } from './support/api.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'

const learn = href('/learn')
const blogs = href('/blogs')
const blog = (slug: string) => href('/blogs/:slug', { slug })

type Post = { title: string; slug: string }

test.describe('the FAQs', () => {
  test('show one answer at a time', async ({ page }) => {
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

  test('open and close by keyboard', { tag: onlyInFull }, async ({ page }) => {
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
  test('moves between its pages', async ({ page, request }) => {
    const pages = await Promise.all([1, 2].map(async (number) => fetchPosts(request, number)))
    expect(pages[0]?.length).toBe(8)
    const titles = page.getByRole('region', { name: 'Posts' }).getByRole('heading', { level: 2 })
    await page.goto(blogs)
    await waitForHydration(page)
    await expect(titles).toHaveText(pages[0]?.map(({ title }) => title) ?? [])
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(`${blogs}?page=2`)
    await expect(titles).toHaveText(pages[1]?.map(({ title }) => title) ?? [])
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(page).toHaveURL(blogs)
  })

  test('a click anywhere on a card opens its post', { tag: onlyInFull }, async ({ page, request }) => {
    const [, , third] = await fetchPosts(request, 1)
    await page.goto(blogs)
    await waitForHydration(page)
    const card = page.getByRole('article').filter({ hasText: third?.title ?? '' })
    await expect(card.getByRole('img')).toHaveAttribute('alt', /\w/)
    await card.click({ position: { x: 20, y: 20 } })
    await expect(page).toHaveURL(blog(third?.slug ?? ''))
    await expect(page.getByRole('heading', { level: 1, name: third?.title })).toBeVisible()
  })

  test('links a post to the previous and the next post', { tag: onlyInFull }, async ({ page, request }) => {
    const [newest, second] = await fetchPosts(request, 1)
    await page.goto(blog(newest?.slug ?? ''))
    const morePosts = page.getByRole('navigation', { name: 'More posts' })
    await expect(morePosts.getByRole('link')).toHaveCount(1)
    await morePosts.getByRole('link', { name: /Previous post/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: second?.title })).toBeVisible()
    await morePosts.getByRole('link', { name: /Next post/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: newest?.title })).toBeVisible()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Blogs' }).click()
    await expect(page).toHaveURL(blogs)
  })
})

async function fetchPosts(request: Parameters<typeof fetchProductNames>[0], pageNumber: number): Promise<Post[]> {
  const response = await request.get(`/api/blogs?pageNumber=${pageNumber}`)
  return ((await response.json()) as { data: Post[] }).data
}
