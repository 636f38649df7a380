import { href } from 'react-router'
import sharp from 'sharp'
import { canonical, heading, linkTo, mainOf, meta, one, readPage, region, textOf, texts } from './support/document.ts'
import { type APIRequestContext, expect, namesFrom, test } from './support/test.ts'

const blogs = href('/blogs')
const blog = (slug: string) => href('/blogs/:slug', { slug })

type Post = { title: string; slug: string; author: string; datePosted: string; tags: string[] }

async function postsFrom(request: APIRequestContext, pageNumber: number): Promise<Post[]> {
  const answer = await request.get(`/api/blogs?pageNumber=${pageNumber}`)
  return ((await answer.json()) as { data: Post[] }).data
}

async function expectPicture(request: APIRequestContext, image: Element): Promise<void> {
  expect(image.getAttribute('alt')).toMatch(/\w/)
  const answer = await request.get(image.getAttribute('src') ?? '')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toMatch(/^image\//)
  expect((await sharp(await answer.body()).metadata()).width).toBeGreaterThan(0)
}

test('the collection shows at most six products, each with a link to its page', async ({ request }) => {
  const names = (await namesFrom(request, '/api/product/tags/collection')).slice(0, 6)
  expect(names.length).toBeGreaterThan(0)
  const { document } = await readPage(request, href('/alpine-collection'))
  expect(heading(document)).toMatch(/\w/)
  const products = region(document, 'The collection')
  expect(products.querySelectorAll('li')).toHaveLength(names.length)
  for (const name of names) {
    const address = linkTo(products, `Shop ${name}`) ?? ''
    expect(address).toMatch(/^\/shop\/[^/]+\/[^/]+$/)
    expect(heading((await readPage(request, address)).document)).toBe(name)
  }
})

test('learn tells its story, with a picture and three cards', async ({ request }) => {
  const { document } = await readPage(request, href('/learn'))
  expect(heading(document)).toBe('How a stone leaves the mountain')
  await expectPicture(request, one(mainOf(document), 'img[alt*="snow peak"]'))
  expect(region(document, 'What we write down about each piece').querySelectorAll('li')).toHaveLength(3)
})

test('the five answers of learn are closed, and only one is open at a time, also without JavaScript', async ({
  request,
}) => {
  const { document } = await readPage(request, href('/learn'))
  const entries = [...region(document, 'Questions people ask').querySelectorAll('details')]
  expect(entries.map((entry) => entry.getAttribute('name'))).toEqual(Array(5).fill('faq'))
  for (const entry of entries) {
    expect(entry.hasAttribute('open')).toBe(false)
    expect(textOf(entry.querySelector('summary'))).toMatch(/\?$/)
    expect(textOf(entry.querySelector('p'))).toMatch(/\w{3}/)
  }
})

test('blogs lists the newest posts first, eight to a page, with links to the pages beside', async ({ request }) => {
  const [first = [], second = []] = await Promise.all([postsFrom(request, 1), postsFrom(request, 2)])
  expect(first).toHaveLength(8)
  for (const [address, posts, previous, next] of [
    [blogs, first, undefined, `${blogs}?page=2`],
    [`${blogs}?page=2`, second, blogs, undefined],
  ] as const) {
    const { document } = await readPage(request, address)
    expect(texts(region(document, 'Posts'), 'h2')).toEqual(posts.map(({ title }) => title))
    expect(linkTo(mainOf(document), 'Previous')).toBe(previous)
    expect(linkTo(mainOf(document), 'Next')).toBe(next)
    expect(texts(mainOf(document), 'button[disabled]')).toEqual([previous ? 'Next' : 'Previous'])
  }
})

test('past the last page of blogs there are no posts, and a link to the first page', async ({ request }) => {
  const { status, document } = await readPage(request, `${blogs}?page=99`)
  expect(status).toBe(200)
  expect(texts(region(document, 'Posts'), 'p')).toContain('No blogs found.')
  expect(meta(document, 'robots')).toBe('noindex')
  expect(linkTo(mainOf(document), 'Back to the first page')).toBe(blogs)
})

for (const number of ['0', 'x', '1.5', '-3', '9'.repeat(30), '2&page=3x']) {
  test(`blogs with the page “${number.slice(0, 12)}” shows a page that exists`, async ({ request }) => {
    const { status, document } = await readPage(request, `${blogs}?page=${number}`)
    expect(status).toBe(200)
    expect(document.querySelectorAll('main article').length).toBeGreaterThan(0)
    const { pathname, search } = new URL(canonical(document) ?? '')
    expect(pathname + search).toBe(number.startsWith('2') ? `${blogs}?page=2` : blogs)
  })
}

test('a post has its title, author, day, text, tags and picture', async ({ request }) => {
  const [, post] = await postsFrom(request, 1)
  const { document } = await readPage(request, blog(post?.slug ?? ''))
  const article = one(document, 'main article')
  expect(texts(article, 'h1')).toEqual([post?.title])
  expect(textOf(article)).toContain(post?.author)
  const day = one(article, 'time')
  expect(day.getAttribute('datetime')).toBe(post?.datePosted)
  expect(textOf(day)).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4}$/)
  expect(texts(article, 'h2')[0]).toMatch(/\w/)
  expect(texts(article, 'ul[aria-label="Tags"] > li')).toEqual(post?.tags)
  await expectPicture(request, one(article, 'img'))
})
