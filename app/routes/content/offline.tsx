import { Notice } from '#app/features/site/notice.tsx'
import { Seo } from '#app/features/site/seo.tsx'
import type { Handle } from '#app/lib/handle.ts'
import { offlinePath } from '#app/lib/offline-copies.ts'
import { useReturnTo } from '#app/lib/return-to.ts'
import { StoredPages } from './stored-pages.tsx'

/** The service worker stores this page when it is installed, and shows it instead of a page that it has not stored. */
export const handle: Handle = { cache: { query: [] }, robots: 'noindex' }

export default function Offline() {
  const returnTo = useReturnTo()
  return (
    <>
      <Seo title="You are offline" description="This page needs a connection." path={offlinePath} />
      <Notice
        title="You are offline"
        text="This page needs a connection. Please check yours and try again."
        action={
          <a href={returnTo ?? '/'} className="btn btn-ink">
            Try Again
          </a>
        }
      >
        <StoredPages />
      </Notice>
    </>
  )
}
