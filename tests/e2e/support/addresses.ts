import { href } from 'react-router'
import { tagUrl } from '#app/lib/urls.ts'

export const product = (category: string, slug: string) => href('/shop/:category/:slug', { category, slug })
export const category = (name: string) => href('/shop/:category', { category: name })
export const search = (text: string) => `${href('/shop')}?${new URLSearchParams({ Name: text })}`
export const shopPage = (page: number | string) => `${href('/shop')}?page=${page}`
export const tag = tagUrl
export const home = href('/')
export const shop = href('/shop')

/** One of each kind of public page, as a visitor may meet it. */
/** A `variant` shows a page that another address shows too. */
export const publicPages: readonly { title: string; address: string; status: 200 | 404; variant?: true }[] = [
  { title: 'home', address: home, status: 200 },
  { title: 'the shop', address: shop, status: 200 },
  { title: 'a category', address: category('Jewellery'), status: 200 },
  { title: 'a tag', address: tag('home decore'), status: 200 },
  { title: 'a product', address: product('crystal', 'citrine-point'), status: 200 },
  { title: 'a sold-out product', address: product('crystal', 'rubellite-tourmaline'), status: 200, variant: true },
  { title: 'search results', address: search('tourmalin'), status: 200, variant: true },
  { title: 'a search without results', address: search('xyzzyq'), status: 200, variant: true },
  { title: 'a tag that nobody uses', address: tag('moonstone'), status: 200, variant: true },
  { title: 'the collection', address: href('/alpine-collection'), status: 200 },
  { title: 'learn', address: href('/learn'), status: 200 },
  { title: 'the blogs', address: href('/blogs'), status: 200 },
  { title: 'the blogs past their end', address: `${href('/blogs')}?page=99`, status: 200, variant: true },
  { title: 'a post', address: href('/blogs/:slug', { slug: 'how-dhaka-is-woven' }), status: 200 },
  { title: 'bulk buying', address: href('/bulk-buying'), status: 200 },
  { title: 'an address where nothing is', address: '/nowhere', status: 404 },
]
