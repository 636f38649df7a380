import { useEffect, useLayoutEffect } from 'react'
import {
  href,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteError,
} from 'react-router'
import type { Route } from './+types/root'
import sansFont from './assets/fonts/hanken-grotesk.woff2'
import displayFont from './assets/fonts/newsreader.woff2'
import { Footer } from './layouts/footer.tsx'
import { Header } from './layouts/header.tsx'
import { Overlays } from './layouts/overlays.tsx'
import { useResumeIntent } from './layouts/resume-intent.ts'
import { onHydrated } from './lib/on-hydrated.ts'
import { layOutBelow } from './lib/render-below-fold.ts'
import { useSite } from './lib/seo.tsx'
import { shopContext } from './lib/shop-context.server.ts'
import { followCart } from './state/cart.ts'
import { currencyBeforePaint, followCurrency, settleCurrency } from './state/currency.ts'
import { followSession } from './state/session.ts'
import { followWishlist } from './state/wishlist.ts'
import appCss from './styles/app.css?url'
import { InlineScript } from './ui/inline-script.tsx'
import { Notice } from './ui/notice.tsx'
import { ProgressLine } from './ui/progress-line.tsx'
import { Toasts } from './ui/toast.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { settings, owner } = context.get(shopContext)
  return { siteUrl: settings.siteUrl, geoUrl: settings.geoUrl, ...(await owner.site()) }
}

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

/** The two faces in which every page begins. */
export const links: Route.LinksFunction = () => [
  { ...font, href: displayFont },
  { ...font, href: sansFont },
]

/** The site's own facts hardly ever change while a visitor moves about; a checkout that was refused asks for them anew. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  [currentUrl, nextUrl].every(({ pathname }) => pathname === href('/checkout'))

/** On these pages a hero lies beneath the header; the word is the colour that can be read over it. */
const heroes: Partial<Record<string, 'snow' | 'ink'>> = { '/': 'snow', '/shop': 'ink' }

/** The back office has a frame of its own. */
function useOffice(): boolean {
  const { pathname } = useLocation()
  const hasFailed = Boolean(useRouteError())
  return !hasFailed && /^\/admin(\/|$)/.test(pathname)
}

function useHero(): 'snow' | 'ink' | undefined {
  const { pathname } = useLocation()
  const hasFailed = Boolean(useRouteError())
  return hasFailed ? undefined : heroes[pathname.replace(/(.)\/$/, '$1')]
}

export function Layout({ children }: { children: React.ReactNode }) {
  const hero = useHero()
  const isOffice = useOffice()
  useVisitor()
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <InlineScript text={currencyBeforePaint} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/seal.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={href('/manifest.webmanifest')} />
        <meta name="theme-color" content="#f7f7f5" />
        {/* Named so, and not only imported, it stands before the scripts: they come first otherwise. */}
        <link rel="stylesheet" href={appCss} precedence="default" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        {isOffice ? (
          children
        ) : (
          <>
            <Header clear={hero} />
            <main id="content" tabIndex={-1} className={hero ? undefined : 'pt-header'}>
              {children}
            </main>
            <Footer />
          </>
        )}
        <ProgressLine />
        <Overlays />
        <Toasts />
        <ScrollRestoration />
        {/* They are the server's to write; in the browser they have done their work. */}
        {import.meta.env.SSR && <Scripts />}
      </body>
    </html>
  )
}

/** Pages are rendered for nobody; what this visitor left in the browser is looked up when the page has come to life. */
function useVisitor(): void {
  const { geoUrl } = useSite()
  const { pathname } = useLocation()
  useEffect(followSession, [])
  useEffect(followCart, [])
  useEffect(() => followCurrency(geoUrl), [geoUrl])
  useEffect(followWishlist, [])
  useResumeIntent()
  // Before the next paint, so that no price shows in the wrong currency.
  useLayoutEffect(() => settleCurrency(geoUrl), [geoUrl])
  useEffect(() => void window.dispatchEvent(new Event(onHydrated)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every page
  useEffect(layOutBelow, [pathname])
}

export default function App() {
  return <Outlet />
}

/** What a page that cannot be shown says instead; every other failure means that the shop itself is not well. */
const notices: Partial<Record<number, { head: string; title: string; text: string }>> = {
  404: {
    head: 'Not found',
    title: 'We could not find this page',
    text: 'It may have been sold, moved or never been here.',
  },
  405: {
    head: 'Only to be read',
    title: 'This page can only be read',
    text: 'Nothing was sent and nothing was changed. Please go back and try again.',
  },
}
const resting = {
  head: 'One moment',
  title: 'The shop is resting for a moment',
  text: 'Please try again shortly. Nothing of yours is lost.',
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: null }
  const { head, title, text } = notices[status] ?? resting
  const { shopName } = useSite()
  return (
    <>
      <title>{`${head} · ${shopName}`}</title>
      <meta name="robots" content="noindex" />
      <Notice title={title} text={text} reason={status === 404 ? data?.message : undefined} />
    </>
  )
}
