import { href } from 'react-router'
import type { Handle } from '#app/lib/handle.ts'
import { load } from '#app/lib/load.server.ts'
import { routeTable } from '#app/lib/route-table.server.ts'
import { productUrl, tagUrl } from '#app/lib/urls.ts'
import { listBlogSlugs } from '#modules/content/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { Route } from './+types/sitemap'
import { xmlResponse, xmlText } from './xml.ts'

/** The limit of the sitemap protocol for one file. */
const maxUrls = 50_000
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

type SitemapUrl = { path: string; changed?: string }

export const handle: Handle = { cache: { query: ['part'] } }

/** One file if all URLs fit, otherwise an index: part 1 holds pages and blog posts, the other parts products. */
export function loader(args: Route.LoaderArgs) {
  return load(args, async (shop) => {
    const part = new URL(args.request.url).searchParams.get('part')
    if (part !== null) return urlSet(shop, await urlsOfPart(shop, part))
    const pages = await pageUrls(shop)
    const { total, paths } = await shop.catalog.productPaths(shop.db, maxUrls - pages.length)
    if (total > paths.length) return sitemapIndex(shop, 1 + Math.ceil(total / maxUrls))
    return urlSet(shop, [...pages, ...paths.map((product) => ({ path: productUrl(product) }))])
  })
}

async function urlsOfPart(shop: Shop, part: string): Promise<SitemapUrl[]> {
  const number = /^[1-9]\d{0,3}$/.test(part) ? Number(part) : 0
  if (number === 1) return pageUrls(shop)
  const start = (number - 2) * maxUrls
  const { paths } = start < 0 ? { paths: [] } : await shop.catalog.productPaths(shop.db, maxUrls, start)
  if (paths.length === 0) throw new ShopError('notFound', 'Sitemap part not found')
  return paths.map((product) => ({ path: productUrl(product) }))
}

const pathsOf = (kind: Handle['sitemap']) =>
  routeTable()
    .filter(({ handle: { sitemap } }) => sitemap === kind)
    .map(({ path }) => path)

/** Leaves out empty lists: their pages are noindex. */
async function pageUrls({ db, catalog }: Shop): Promise<SitemapUrl[]> {
  const { categories, subcategories } = await catalog.categoriesWithProducts(db)
  const fixed = [
    ...pathsOf(true),
    ...(categories.length > 0 ? pathsOf('products') : []),
    ...categories.map(({ path }) => href('/shop/:category', { category: path })),
    ...subcategories.map(tagUrl),
  ]
  const blogs = await listBlogSlugs(db, maxUrls - fixed.length - 1)
  return [
    ...fixed.map((path) => ({ path })),
    ...(blogs.length > 0 ? pathsOf('posts').map((path) => ({ path })) : []),
    ...blogs.map(({ slug, datePosted }) => ({ path: href('/blogs/:slug', { slug }), changed: datePosted })),
  ]
}

function urlSet({ settings: { siteUrl } }: Shop, entries: SitemapUrl[]): Response {
  const urls = entries.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
    return `<url><loc>${xmlText(siteUrl + path)}</loc>${lastmod}</url>`
  })
  return xmlResponse('application/xml', [`<urlset xmlns="${namespace}">`, ...urls, '</urlset>'])
}

function sitemapIndex({ settings: { siteUrl } }: Shop, parts: number): Response {
  const sitemaps = Array.from({ length: parts }, (_, index) => {
    const url = xmlText(`${siteUrl}${href('/sitemap.xml')}?part=${index + 1}`)
    return `<sitemap><loc>${url}</loc></sitemap>`
  })
  return xmlResponse('application/xml', [`<sitemapindex xmlns="${namespace}">`, ...sitemaps, '</sitemapindex>'])
}
