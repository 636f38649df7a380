import { href } from 'react-router'
import sharp from 'sharp'
import {
  canonical,
  findElement,
  heading,
  linkTo,
  mainOf,
  meta,
  readPage,
  region,
  textOf,
  texts,
} from './support/document.ts'
import { type APIRequestContext, expect, fetchProductNames, test } from './support/test.ts'

const blogs = href('/blogs')
const blog = (slug: string) => href('/blogs/:slug', { slug })

type Post = { title: string; slug: string; author: string; datePosted: string; tags: string[] }

async function postsFrom(request: APIRequestContext, pageNumber: number): Promise<Post[]> {
  const response = await request.get(`/api/blogs?pageNumber=${pageNumber}`)
  return ((await response.json()) as { data: Post[] }).data
}

async function expectPicture(request: APIRequestContext, image: Element): Promise<void> {
  expect(image.getAttribute('alt')).toMatch(/\w/)
  const response = await request.get(image.getAttribute('src') ?? '')
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toMatch(/^image\//)
  expect((await sharp(await response.body()).metadata()).width).toBeGreaterThan(0)
}

test('the collection shows at most six products, each with a link to its page', async ({ request }) => {
  const names = (await fetchProductNames(request, '/api/product/tags/collection')).slice(0, 6)
  expect(names.length).toBeGreaterThan(0)
  const { document } = await readPage(request, href('/alpine-collection'))
  expect(heading(document)).toMatch(/\w/)
  const products = region(document, 'The collection')
  expect(products.querySelectorAll('li')).toHaveLength(names.length)
  for (const name of names) {
    const path = linkTo(products, `Shop ${name}`) ?? ''
    expect(path).toMatch(/^\/shop\/[^/]+\/[^/]+$/)
    expect(heading((await readPage(request, path)).document)).toBe(name)
  }
})

test('learn shows its story, a picture and three cards', async ({ request }) => {
  const { document } = await readPage(request, href('/learn'))
  expect(heading(document)).toBe('How a stone leaves the mountain')
  await expectPicture(request, findElement(mainOf(document), 'img[alt*="snow peak"]'))
  expect(region(document, 'What we write down about each piece').querySelectorAll('li')).toHaveLength(3)
})

test('learn has five closed FAQs, and only one opens at a time without JavaScript', async ({ request }) => {
  const { document } = await readPage(request, href('/learn'))
  const entries = [...region(document, 'Questions people ask').querySelectorAll('details')]
  expect(entries.map((entry) => entry.getAttribute('name'))).toEqual(Array(5).fill('faq'))
  for (const entry of entries) {
    expect(entry.hasAttribute('open')).toBe(false)
    expect(textOf(entry.querySelector('summary'))).toMatch(/\?$/)
    expect(textOf(entry.querySelector('p'))).toMatch(/\w{3}/)
  }
})

test('blogs lists the newest posts first, eight per page, with links to the previous and next page', async ({
  request,
}) => {
  const [first = [], second = []] = await Promise.all([postsFrom(request, 1), postsFrom(request, 2)])
  expect(first).toHaveLength(8)
  for (const [path, posts, previous, next] of [
    [blogs, first, undefined, `${blogs}?page=2`],
    [`${blogs}?page=2`, second, blogs, undefined],
  ] as const) {
    const { document } = await readPage(request, path)
    expect(texts(region(document, 'Posts'), 'h2')).toEqual(posts.map(({ title }) => title))
    expect(linkTo(mainOf(document), 'Previous')).toBe(previous)
    expect(linkTo(mainOf(document), 'Next')).toBe(next)
    expect(texts(mainOf(document), 'button[disabled]')).toEqual([previous ? 'Next' : 'Previous'])
  }
})

test('blogs past the last page shows no posts and a link to the first page', async ({ request }) => {
  const { status, document } = await readPage(request, `${blogs}?page=99`)
  expect(status).toBe(200)
  expect(texts(region(document, 'Posts'), 'p')).toContain('No blogs found.')
  expect(meta(document, 'robots')).toBe('noindex')
  expect(linkTo(mainOf(document), 'Back to the first page')).toBe(blogs)
})

for (const number of ['0', 'x', '1.5', '-3', '9'.repeat(30), '2&page=3x']) {
  test(`blogs with the page number “${number.slice(0, 12)}” shows an existing page`, async ({ request }) => {
    const { status, document } = await readPage(request, `${blogs}?page=${number}`)
    expect(status).toBe(200)
    expect(document.querySelectorAll('main article').length).toBeGreaterThan(0)
    const { pathname, search } = new URL(canonical(document) ?? '')
    expect(pathname + search).toBe(number.startsWith('2') ? `${blogs}?page=2` : blogs)
  })
}

test('a post shows its title, author, date, text, tags and picture', async ({ request }) => {
  const [, post] = await postsFrom(request, 1)
  const { document } = await readPage(request, blog(post?.slug ?? ''))
  const article = findElement(document, 'main article')
  expect(texts(article, 'h1')).toEqual([post?.title])
  expect(textOf(article)).toContain(post?.author)
  const day = findElement(article, 'time')
  expect(day.getAttribute('datetime')).toBe(post?.datePosted)
  expect(textOf(day)).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4}$/)
  expect(texts(article, 'h2')[0]).toMatch(/\w/)
  expect(texts(article, 'ul[aria-label="Tags"] > li')).toEqual(post?.tags)
  await expectPicture(request, findElement(article, 'img'))
})
