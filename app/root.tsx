import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import { Footer } from './frame/footer.tsx'
import { Header } from './frame/header.tsx'
import './styles/app.css'
import { Notice } from './ui/notice.tsx'

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
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
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
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
