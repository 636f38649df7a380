import { href } from 'react-router'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import type { BlogCard } from '#modules/content/contract.ts'
import { listBlogs } from '#modules/content/service.server.ts'
import type { Route } from './+types/rss'
import { xmlResponse, xmlText } from './xml.ts'

const maxItems = 20

export const handle: Handle = { cache: { query: [] } }

export function loader(args: Route.LoaderArgs) {
  return load(args, async ({ db, ownerSettings, settings: { siteUrl } }) => {
    const { items } = await listBlogs(db, { pageNumber: 1, pageSize: maxItems })
    const self = xmlText(siteUrl + href('/blogs/rss.xml'))
    return xmlResponse('application/rss+xml', [
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
      '<channel>',
      `<title>${xmlText(ownerSettings.shopName())} · Blogs</title>`,
      `<link>${xmlText(siteUrl + href('/blogs'))}</link>`,
      '<description>Notes on the stones and crafts of the Himalayas of Nepal.</description>',
      '<language>en-GB</language>',
      `<atom:link href="${self}" rel="self" type="application/rss+xml"/>`,
      ...items.map((blog) => item(blog, siteUrl)),
      '</channel>',
      '</rss>',
    ])
  })
}

function item({ slug, title, author, datePosted, tags, excerpt }: BlogCard, siteUrl: string): string {
  const url = xmlText(siteUrl + href('/blogs/:slug', { slug }))
  return [
    '<item>',
    `<title>${xmlText(title)}</title>`,
    `<link>${url}</link>`,
    `<guid isPermaLink="true">${url}</guid>`,
    `<pubDate>${new Date(`${datePosted}T00:00:00Z`).toUTCString()}</pubDate>`,
    `<dc:creator>${xmlText(author)}</dc:creator>`,
    ...tags.map((tag) => `<category>${xmlText(tag)}</category>`),
    `<description>${xmlText(excerpt)}</description>`,
    '</item>',
  ].join('\n')
}
