import { type ReactNode, useState } from 'react'
import { Outlet, useMatches } from 'react-router'
import { type Handle, useHandle } from '#app/lib/handle.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineSupport } from './offline-support.tsx'

export default function StorefrontLayout() {
  const [hasFailed, setFailed] = useState(false)
  // A page that could not be loaded has no data and shows no hero.
  const hasData = useMatches().at(-1)?.loaderData !== undefined
  const { hero } = useHandle()
  return (
    <Storefront hero={hasData && !hasFailed ? hero : undefined}>
      <Outlet context={setFailed} />
    </Storefront>
  )
}

/** Header and footer of the shop. */
export function Storefront({ hero, children }: { hero?: Handle['hero'] | undefined; children: ReactNode }) {
  return (
    <>
      <Header overHero={hero} />
      <main id="content" tabIndex={-1} className={hero ? undefined : 'pt-header'}>
        {children}
      </main>
      <Footer />
      <OfflineSupport />
    </>
  )
}
