import { href } from 'react-router'
import { tagUrl } from '#app/lib/urls.ts'

export const product = (category: string, slug: string) => href('/shop/:category/:slug', { category, slug })
export const category = (name: string) => href('/shop/:category', { category: name })
export const search = (text: string) => `${href('/shop')}?${new URLSearchParams({ Name: text })}`
export const shopPage = (page: number | string) => `${href('/shop')}?page=${page}`
export const tag = tagUrl
export const home = href('/')
export const shop = href('/shop')

/** One example of each kind of public page. A `variant` is another state of a page type that is also listed. */
export const publicPages: readonly { title: string; path: string; status: 200 | 404; variant?: true }[] = [
  { title: 'home', path: home, status: 200 },
  { title: 'the shop', path: shop, status: 200 },
  { title: 'a category', path: category('Jewellery'), status: 200 },
  { title: 'a tag', path: tag('home decore'), status: 200 },
  { title: 'a product', path: product('crystal', 'citrine-point'), status: 200 },
  { title: 'a sold-out product', path: product('crystal', 'rubellite-tourmaline'), status: 200, variant: true },
  { title: 'search results', path: search('tourmalin'), status: 200, variant: true },
  { title: 'a search without results', path: search('xyzzyq'), status: 200, variant: true },
  { title: 'a tag without products', path: tag('moonstone'), status: 200, variant: true },
  { title: 'the collection', path: href('/alpine-collection'), status: 200 },
  { title: 'learn', path: href('/learn'), status: 200 },
  { title: 'the blogs', path: href('/blogs'), status: 200 },
  { title: 'the blogs past the last page', path: `${href('/blogs')}?page=99`, status: 200, variant: true },
  { title: 'a post', path: href('/blogs/:slug', { slug: 'how-dhaka-is-woven' }), status: 200 },
  { title: 'bulk buying', path: href('/bulk-buying'), status: 200 },
  { title: 'the size guide', path: href('/size-guide'), status: 200 },
  { title: 'an unknown path', path: '/nowhere', status: 404 },
]
