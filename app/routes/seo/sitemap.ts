import { href } from 'react-router'
import { load } from '#app/lib/load.server.ts'
import { productUrl, tagUrl } from '#app/lib/urls.ts'
import { listBlogAddresses } from '#modules/content/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { Route } from './+types/sitemap'
import { xmlResponse, xmlText } from './xml.ts'

/** The protocol's own limit for one file. */
const mostAddresses = 50_000
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

type Address = { path: string; changed?: string }

/**
 * One file while everything fits into it. Beyond that it becomes an index: part 1 holds the pages and blog posts, each
 * further part as many products as a file may name.
 */
export function loader(args: Route.LoaderArgs) {
  return load(args, async (shop) => {
    const part = new URL(args.request.url).searchParams.get('part')
    if (part !== null) return addressList(shop, await addressesOfPart(shop, part))
    const pages = await pageAddresses(shop)
    const { total, addresses } = await shop.catalog.addresses(shop.db, mostAddresses - pages.length)
    if (total > addresses.length) return partList(shop, 1 + Math.ceil(total / mostAddresses))
    return addressList(shop, [...pages, ...addresses.map((product) => ({ path: productUrl(product) }))])
  })
}

async function addressesOfPart(shop: Shop, part: string): Promise<Address[]> {
  const number = /^[1-9]\d{0,3}$/.test(part) ? Number(part) : 0
  if (number === 1) return pageAddresses(shop)
  const start = (number - 2) * mostAddresses
  const { addresses } = start < 0 ? { addresses: [] } : await shop.catalog.addresses(shop.db, mostAddresses, start)
  if (addresses.length === 0) throw new ShopError('notFound', 'The sitemap has no such part.')
  return addresses.map((product) => ({ path: productUrl(product) }))
}

/** A list that is empty is left out: its page asks not to be indexed. */
async function pageAddresses({ db, catalog }: Shop): Promise<Address[]> {
  const { categories, subcategories } = await catalog.inUse(db)
  const fixed = [
    href('/'),
    ...(categories.length > 0 ? [href('/shop')] : []),
    ...categories.map(({ path }) => href('/shop/:category', { category: path })),
    ...subcategories.map(tagUrl),
    href('/alpine-collection'),
    href('/learn'),
    href('/bulk-buying'),
  ]
  const blogs = await listBlogAddresses(db, mostAddresses - fixed.length - 1)
  return [
    ...fixed.map((path) => ({ path })),
    ...(blogs.length > 0 ? [{ path: href('/blogs') }] : []),
    ...blogs.map(({ slug, datePosted }) => ({ path: href('/blogs/:slug', { slug }), changed: datePosted })),
  ]
}

function addressList({ settings: { siteUrl } }: Shop, addresses: Address[]): Response {
  const urls = addresses.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
    return `<url><loc>${xmlText(siteUrl + path)}</loc>${lastmod}</url>`
  })
  return xmlResponse('application/xml', [`<urlset xmlns="${namespace}">`, ...urls, '</urlset>'])
}

function partList({ settings: { siteUrl } }: Shop, parts: number): Response {
  const sitemaps = Array.from({ length: parts }, (_, index) => {
    const address = xmlText(`${siteUrl}${href('/sitemap.xml')}?part=${index + 1}`)
    return `<sitemap><loc>${address}</loc></sitemap>`
  })
  return xmlResponse('application/xml', [`<sitemapindex xmlns="${namespace}">`, ...sitemaps, '</sitemapindex>'])
}
