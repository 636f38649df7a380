import { useEffect, useLayoutEffect } from 'react'
import {
  href,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import type { Route } from './+types/root'
import sansFont from './assets/fonts/hanken-grotesk.woff2'
import displayFont from './assets/fonts/newsreader.woff2'
import { type Site, useSite } from './features/site/seo.tsx'
import { Overlays } from './layouts/overlays.tsx'
import { useResumeIntent } from './layouts/resume-intent.ts'
import { Storefront } from './layouts/storefront.tsx'
import { ErrorBoundary as ErrorPage } from './layouts/storefront-errors.tsx'
import { syncSignedIn } from './layouts/sync-signed-in.ts'
import { hydratedEvent } from './lib/hydrated-event.ts'
import { shopContext } from './lib/shop-context.server.ts'
import { currencyBeforePaint, resolveCurrency, syncCurrency } from './state/currency.ts'
import { syncSession } from './state/session.ts'
import appCss from './styles/app.css?url'
import { DeferredScripts } from './ui/deferred-scripts.tsx'
import { InlineScript } from './ui/inline-script.tsx'
import { ProgressLine } from './ui/progress-line.tsx'
import { Toasts } from './ui/toast.tsx'

export async function loader({ context }: Route.LoaderArgs): Promise<Site> {
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

export function Layout({ children }: { children: React.ReactNode }) {
  useVisitorState()
  const isAdmin = useLocation().pathname.startsWith(href('/admin'))
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <InlineScript text={currencyBeforePaint} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/seal.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={isAdmin ? href('/admin.webmanifest') : href('/manifest.webmanifest')} />
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
        {children}
        <ProgressLine />
        <Overlays />
        <Toasts />
        <ScrollRestoration />
        {/* Only the server needs to write the script tags. */}
        {import.meta.env.SSR && (import.meta.env.PROD ? <DeferredScripts /> : <Scripts />)}
      </body>
    </html>
  )
}

/** Server-rendered pages contain no user data; these effects add it after hydration. */
function useVisitorState(): void {
  const { geoUrl } = useSite()
  useEffect(syncSession, [])
  useEffect(syncSignedIn, [])
  useEffect(() => syncCurrency(geoUrl), [geoUrl])
  useResumeIntent()
  // Before the next paint, so that no price shows in the wrong currency.
  useLayoutEffect(() => resolveCurrency(geoUrl), [geoUrl])
  useEffect(() => void window.dispatchEvent(new Event(hydratedEvent)), [])
}

export default Outlet

/** For errors outside the pages: of the site data or of a layout. */
export function ErrorBoundary() {
  return (
    <Storefront>
      <ErrorPage />
    </Storefront>
  )
}
