import { useRouteLoaderData } from 'react-router'
import { useHandle } from '#app/lib/handle.ts'
import { DataBlock } from '#app/ui/inline-script.tsx'
import { type Picture, shareSize, shareUrl } from '#modules/media/picture.ts'
import type { SiteSettings } from '#modules/settings/contract.ts'
import { defaultDelivery } from '#shared/delivery.ts'
import type { SeoTexts } from '#shared/seo.ts'
import { defaultShipping } from '#shared/shipping.ts'

export type Site = { siteUrl: string; geoUrl: string } & SiteSettings

const defaultSite: Site = {
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
  shipping: defaultShipping,
  delivery: defaultDelivery,
}

/** The site data of the root loader, or defaults when an error page has none. */
export function useSite(): Site {
  return useRouteLoaderData<Site>('root') ?? defaultSite
}

type Props = {
  title: string
  description: string
  /** Texts of the owner, where they are not empty. */
  own?: SeoTexts | null
  /** The canonical path of the page, such as `/shop/crystal`. */
  path: string
  /** Shown where the page is shared; the shop's own picture by default. */
  picture?: Pick<Picture, 'hash' | 'alt'> | null | undefined
  type?: 'website' | 'article' | 'product'
  /** For a state of the page that is not indexed; the route's handle says it for the whole page. */
  noindex?: boolean
  /** Structured data for search engines. */
  jsonLd?: object[]
}

const defaultShare = { path: '/share.jpg', alt: 'A snow-covered peak of the Himalayas at dawn' }

const escapes: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Escapes the JSON so that no text can end the script element. */
function safeJson(value: object): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? '')
}

export function Seo({ title, own, path, picture, type = 'website', noindex = false, jsonLd = [], ...texts }: Props) {
  const { siteUrl, shopName } = useSite()
  const { robots } = useHandle()
  const share = picture ? { path: shareUrl(picture.hash), alt: picture.alt || title } : defaultShare
  const defaultTitle = title === shopName || title.startsWith(`${shopName} `) ? title : `${title} · ${shopName}`
  const fullTitle = own?.title || defaultTitle
  const description = own?.description || texts.description
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {noindex || robots ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={siteUrl + path} />}
      <meta property="og:site_name" content={shopName} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={fullTitle} />
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

type PageText = Pick<Props, 'title' | 'description' | 'path' | 'own'>

/** Gives each page of a list its own canonical URL, title and description. */
export function pageSeo(pageNumber: number, { title, description, path, own = null }: PageText): PageText {
  if (pageNumber === 1) return { title, description, path, own }
  return {
    title: `${title}, page ${pageNumber}`,
    description: `Page ${pageNumber}. ${description}`,
    own: own && {
      title: own.title && `${own.title}, page ${pageNumber}`,
      description: own.description && `Page ${pageNumber}. ${own.description}`,
    },
    path: `${path}?page=${pageNumber}`,
  }
}

/** Breadcrumb data for search engines. */
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
