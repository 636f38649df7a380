import { useRouteLoaderData } from 'react-router'
import { type Picture, shareSize, shareUrl } from '#modules/media/picture.ts'
import type { SiteFacts } from '#modules/settings/schema.ts'
import { usualDelivery } from '#shared/delivery.ts'
import { shipping } from '#shared/shipping.ts'
import type { loader as rootLoader } from '../root.tsx'
import { DataBlock } from '../ui/inline-script.tsx'

export type Site = { siteUrl: string; geoUrl: string } & SiteFacts

const unknownSite: Site = {
  siteUrl: '',
  geoUrl: '/api/location',
  shopEmail: '',
  shopName: 'ALPINE',
  sellerName: '',
  sellerAddress: '',
  taxNumber: '',
  phone: '',
  instagram: '',
  facebook: '',
  shipping,
  delivery: usualDelivery,
}

/** What every page knows of the site; the not-found page, whose root may have no data, gets along without. */
export function useSite(): Site {
  return useRouteLoaderData<typeof rootLoader>('root') ?? unknownSite
}

type Props = {
  title: string
  description: string
  /** The one canonical path of the page, such as `/shop/crystal`. */
  path: string
  /** Shown where the page is shared; without one, the shop's own. */
  picture?: Pick<Picture, 'hash' | 'alt'> | null | undefined
  type?: 'website' | 'article' | 'product'
  noindex?: boolean
  /** Structured data for search engines: one object each. */
  jsonLd?: object[]
}

const ownShare = { path: '/share.jpg', alt: 'A snow-covered peak of the Himalayas at dawn' }

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** JSON that can stand inside a script element, whatever the texts hold. */
function safeJson(value: object): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? '')
}

export function Seo({ title, description, path, picture, type = 'website', noindex = false, jsonLd = [] }: Props) {
  const { siteUrl, shopName } = useSite()
  const share = picture ? { path: shareUrl(picture.hash), alt: picture.alt || title } : ownShare
  const full = title === shopName || title.startsWith(`${shopName} `) ? title : `${title} · ${shopName}`
  return (
    <>
      <title>{full}</title>
      <meta name="description" content={description} />
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={siteUrl + path} />}
      <meta property="og:site_name" content={shopName} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={full} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={siteUrl + path} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:image" content={siteUrl + share.path} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(shareSize.width)} />
      <meta property="og:image:height" content={String(shareSize.height)} />
      <meta property="og:image:alt" content={share.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {jsonLd
        .map((data) => safeJson({ '@context': 'https://schema.org', ...data }))
        .map((text) => (
          <DataBlock key={text} json={text} />
        ))}
    </>
  )
}

type SeoText = Pick<Props, 'title' | 'description' | 'path'>

/** Each page of a list is its own canonical address, with words of its own. The first page is the list itself. */
export function pageOfList(pageNumber: number, { title, description, path }: SeoText): SeoText {
  if (pageNumber === 1) return { title, description, path }
  return {
    title: `${title}, page ${pageNumber}`,
    description: `Page ${pageNumber}. ${description}`,
    path: `${path}?page=${pageNumber}`,
  }
}

/** The way from the home page to here, for search engines. */
export function breadcrumbs(siteUrl: string, steps: { name: string; path: string }[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  }
}
