import { useEffect } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { Footer } from './frame/footer.tsx'
import { Header } from './frame/header.tsx'
import { useSite } from './lib/seo.tsx'
import { shopContext } from './lib/shop-context.server.ts'
import { currencyBeforePaint, settleCurrency } from './state/currency.ts'
import { followSession } from './state/session.ts'
import './styles/app.css'
import { InlineScript } from './ui/inline-script.tsx'
import { Notice } from './ui/notice.tsx'
import { Toasts } from './ui/toast.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, geoUrl, shopEmail } = context.get(shopContext).settings
  return { siteUrl, geoUrl, shopEmail }
}

/** The site's own facts never change while a visitor moves about. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <InlineScript text={currencyBeforePaint} />
        <link rel="icon" href="/seal.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <Header />
        <main id="content" className="pt-header">
          {children}
        </main>
        <Footer />
        <Toasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  const { geoUrl } = useSite()
  useEffect(followSession, [])
  useEffect(() => void settleCurrency(geoUrl), [geoUrl])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404) {
    return (
      <>
        <title>Not found · ALPINE</title>
        <meta name="robots" content="noindex" />
        <Notice title="We could not find this page" text="It may have been sold, moved or never been here." />
      </>
    )
  }
  return (
    <>
      <title>One moment · ALPINE</title>
      <meta name="robots" content="noindex" />
      <Notice title="The shop is resting for a moment" text="Please try again shortly. Nothing of yours is lost." />
    </>
  )
}
