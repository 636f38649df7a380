import { useEffect, useState } from 'react'
import { useSite } from '#app/features/site/seo.tsx'
import { timeOrDay } from '#app/lib/dates.ts'
import { logError } from '#app/lib/log-error.ts'
import { cacheNames, storedAtHeader, titleHeader } from '#app/lib/offline-copies.ts'

type StoredPage = { path: string; title: string; storedAt: Date }

/** The pages that the service worker has stored, the newest first. */
async function readPages(): Promise<StoredPage[]> {
  const names = (await window.caches.keys()).filter((name) => name.startsWith(cacheNames.pages))
  const responses = await Promise.all(
    names.map(async (name) => {
      const cache = await window.caches.open(name)
      return Promise.all(
        (await cache.keys()).map(async (request) => ({ request, response: await cache.match(request) })),
      )
    }),
  )
  return responses
    .flat()
    .map(({ request, response }) => {
      const { pathname, search } = new URL(request.url)
      const title = decodeURIComponent(response?.headers.get(titleHeader) ?? '')
      return { path: pathname + search, title, storedAt: new Date(Number(response?.headers.get(storedAtHeader))) }
    })
    .toSorted((one, other) => other.storedAt.getTime() - one.storedAt.getTime())
}

export function StoredPages() {
  const { shopName } = useSite()
  const [pages, setPages] = useState<StoredPage[]>([])
  useEffect(() => {
    // Without a secure connection there are no caches.
    if ('caches' in window) readPages().then(setPages, (error) => logError('Could not read the stored pages', error))
  }, [])
  return (
    <section className="mt-20 min-h-[40vh] w-full max-w-prose text-left">
      {pages.length > 0 && (
        <>
          <h2 className="t-h4 mb-4">Pages you can read now</h2>
          <ul className="m-0 list-none border-rule border-t p-0">
            {pages.map(({ path, title, storedAt }) => (
              <li key={path} className="border-rule border-b">
                <a href={path} className="flex min-h-target items-center justify-between gap-6 py-2">
                  <span>{title.replace(` · ${shopName}`, '')}</span>
                  <time dateTime={storedAt.toISOString()} className="shrink-0 text-granite">
                    {timeOrDay(storedAt, new Date())}
                  </time>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
