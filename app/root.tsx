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
import { hydratedEvent } from './lib/hydrated-event.ts'
import { renderBelowFold } from './lib/render-below-fold.ts'
import { useSite } from './lib/seo.tsx'
import { shopContext } from './lib/shop-context.server.ts'
import { syncCart } from './state/cart.ts'
import { currencyBeforePaint, resolveCurrency, syncCurrency } from './state/currency.ts'
import { syncSession } from './state/session.ts'
import { syncWishlist } from './state/wishlist.ts'
import appCss from './styles/app.css?url'
import { InlineScript } from './ui/inline-script.tsx'
import { Notice } from './ui/notice.tsx'
import { ProgressLine } from './ui/progress-line.tsx'
import { Toasts } from './ui/toast.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { settings, ownerSettings } = context.get(shopContext)
  return { siteUrl: settings.siteUrl, geoUrl: settings.geoUrl, ...(await ownerSettings.site()) }
}

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

/** The fonts above the fold of every page. */
export const links: Route.LinksFunction = () => [
  { ...font, href: displayFont },
  { ...font, href: sansFont },
]

/** The site data rarely changes during a visit; only a refused checkout loads it again. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  [currentUrl, nextUrl].every(({ pathname }) => pathname === href('/checkout'))

/** Pages whose hero lies under the header, with a readable header color. */
const heroColors: Partial<Record<string, 'snow' | 'ink'>> = { '/': 'snow', '/shop': 'ink' }

/** The back office has its own layout. */
function useIsAdmin(): boolean {
  const { pathname } = useLocation()
  const hasFailed = Boolean(useRouteError())
  return !hasFailed && /^\/admin(\/|$)/.test(pathname)
}

function useHeroColor(): 'snow' | 'ink' | undefined {
  const { pathname } = useLocation()
  const hasFailed = Boolean(useRouteError())
  return hasFailed ? undefined : heroColors[pathname.replace(/(.)\/$/, '$1')]
}

export function Layout({ children }: { children: React.ReactNode }) {
  const heroColor = useHeroColor()
  const isAdmin = useIsAdmin()
  useVisitorState()
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
        {/* An explicit link stands before the scripts; an imported stylesheet would come after them. */}
        <link rel="stylesheet" href={appCss} precedence="default" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        {isAdmin ? (
          children
        ) : (
          <>
            <Header overHero={heroColor} />
            <main id="content" tabIndex={-1} className={heroColor ? undefined : 'pt-header'}>
              {children}
            </main>
            <Footer />
          </>
        )}
        <ProgressLine />
        <Overlays />
        <Toasts />
        <ScrollRestoration />
        {/* Only the server needs to write the script tags. */}
        {import.meta.env.SSR && <Scripts />}
      </body>
    </html>
  )
}

/** Server-rendered pages contain no user data; these effects add it after hydration. */
function useVisitorState(): void {
  const { geoUrl } = useSite()
  const { pathname } = useLocation()
  useEffect(syncSession, [])
  useEffect(syncCart, [])
  useEffect(() => syncCurrency(geoUrl), [geoUrl])
  useEffect(syncWishlist, [])
  useResumeIntent()
  // Before the next paint, so that no price shows in the wrong currency.
  useLayoutEffect(() => resolveCurrency(geoUrl), [geoUrl])
  useEffect(() => void window.dispatchEvent(new Event(hydratedEvent)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every page
  useEffect(renderBelowFold, [pathname])
}

export default function App() {
  return <Outlet />
}

const errorTexts: Partial<Record<number, { head: string; title: string; text: string }>> = {
  404: {
    head: 'Not found',
    title: 'We could not find this page',
    text: 'It may have been sold, moved or never been here.',
  },
  405: {
    head: 'Read only',
    title: 'This page can only be read',
    text: 'Nothing was sent and nothing was changed. Please go back and try again.',
  },
}
const unavailable = {
  head: 'Temporarily unavailable',
  title: 'The shop is temporarily unavailable',
  text: 'Please try again shortly. Your bag and your orders are safe.',
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: null }
  const { head, title, text } = errorTexts[status] ?? unavailable
  const { shopName } = useSite()
  return (
    <>
      <title>{`${head} · ${shopName}`}</title>
      <meta name="robots" content="noindex" />
      <Notice title={title} text={text} reason={status === 404 ? data?.message : undefined} />
    </>
  )
}
