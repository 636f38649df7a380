import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishBlog, publishTestimonials } from '#modules/content/service.server.ts'
import { addPicture } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

const days = Array.from({ length: 10 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`)

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  const pictureId = await addPicture(shop)
  await shop.db.transaction(async (tx) => {
    for (const [index, datePosted] of days.entries()) {
      await publishBlog(tx, {
        slug: `story-of-day-${index + 1}`,
        title: `Story of day ${index + 1}`,
        author: 'Maya Gurung',
        datePosted,
        tags: ['quartz'],
        excerpt: 'In short.',
        body: '## At length\n\n<script>alert(1)</script>',
        ...(index === 9 ? { pictureId, pictureAlt: 'A brown stone' } : {}),
      })
    }
    await publishTestimonials(tx, [
      { name: 'Hannah', title: 'Bristol', description: 'A clear answer within a day.' },
      { name: 'Prakash', title: 'Teacher, Pokhara', description: 'Wrapped like something that mattered.' },
    ])
  })
})
afterAll(() => shop.close())

const slugs = (cards: { slug: string }[]) => cards.map(({ slug }) => slug)

describe('blogs', () => {
  test('are listed newest first, eight per page', async () => {
    const { status, body } = await shop.json('/api/blogs')
    expect(status).toBe(200)
    expect(slugs(body.data)).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((day) => `story-of-day-${day}`))
    expect(body).toMatchObject({ totalItems: 10, totalPages: 2, pageNumber: 1, pageSize: 8 })
  })

  test('have no body in the list', async () => {
    const { body } = await shop.json('/api/blogs?pageSize=2')
    expect(body.data[0]).toEqual({
      title: 'Story of day 10',
      slug: 'story-of-day-10',
      slugs: 'story-of-day-10',
      author: 'Maya Gurung',
      datePosted: '2026-03-10',
      tags: ['quartz'],
      excerpt: 'In short.',
      imageURL: expect.stringMatching(/^\/media\/[0-9a-f]{24}-500\.webp$/),
    })
    expect(body.data[1]?.imageURL).toBeNull()
    expect((await shop.fetch(first(body.data).imageURL ?? '')).status).toBe(200)
  })

  test('have pages without gaps, and an empty page after the end', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => shop.json(`/api/blogs?pageNumber=${page}&pageSize=3`)))
    expect(pages.flatMap(({ body }) => slugs(body.data))).toEqual(days.map((_, day) => `story-of-day-${10 - day}`))
    const past = await shop.json('/api/blogs?pageNumber=9')
    expect(past).toMatchObject({ status: 200, body: { data: [], totalItems: 10, totalPages: 2 } })
  })

  test.each(['pageNumber=0', 'pageSize=0', 'pageSize=49', 'pageNumber=first'])('?%s is 400', async (query) => {
    const { status, body } = await shop.json(`/api/blogs?${query}`)
    expect({ status, field: body.errors?.[0]?.field }).toEqual({ status: 400, field: query.split('=')[0] })
  })

  test('have their body as Markdown and as safe HTML', async () => {
    const { body } = await shop.json('/api/Blogs/story-of-day-1/')
    expect(body.body).toContain('<script>alert(1)</script>')
    expect(body.bodyHtml).toContain('<h2>At length</h2>')
    expect(body.bodyHtml).toContain('&lt;script&gt;')
    expect(body.bodyHtml).not.toContain('<script>')
  })

  test.each(['yeti', 'Story%20of%20day%201', "'--", '__proto__'])('%s is 404', async (slug) => {
    expect(await shop.json(`/api/blogs/${slug}`)).toEqual({
      status: 404,
      body: { message: 'This blog post is no longer available.' },
    })
  })
})

test('testimonials keep the order of the owner', async () => {
  expect((await shop.json('/api/Testimonials')).body.data).toEqual([
    { id: expect.any(Number), name: 'Hannah', title: 'Bristol', description: expect.any(String), imageURL: null },
    {
      id: expect.any(Number),
      name: 'Prakash',
      title: expect.any(String),
      description: expect.any(String),
      imageURL: null,
    },
  ])
})

test.each([
  ['/api/blogs', 1],
  ['/api/blogs/story-of-day-1', 1],
  ['/api/Testimonials', 1],
])('%s costs %i statement', async (path, expected) => {
  // A call with a token is not answered from the cache.
  const withToken = { headers: { Authorization: 'Bearer none' } }
  expect(await shop.countStatements(() => shop.fetch(path, withToken))).toBe(expected)
})
