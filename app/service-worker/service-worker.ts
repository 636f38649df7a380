import {
  buildHeader,
  cacheNames,
  copyHeaders,
  isPicture,
  isPublicPage,
  offlinePath,
  pageUrlOfData,
  pathsOfFiles,
  requestKind,
  requiredFiles,
  type SeenMessage,
} from '#app/lib/offline-copies.ts'

declare const self: ServiceWorkerGlobalScope
/** The version of the router's manifest, set by scripts/service-worker.mjs. The file of another build differs. */
declare const BUILD_ID: string
/** The scripts of the public pages and of what they show without a connection. */
declare const SHELL_FILES: string[]

const shellCache = cacheNames.shell + BUILD_ID
const pagesCache = cacheNames.pages + BUILD_ID
const pictureCache = cacheNames.pictures + BUILD_ID
const maxPages = 40
const maxPictures = 200
const maxPictureBytes = 512 * 1024

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => event.waitUntil(storeSeen(event.data as SeenMessage).catch(freeSpace)))
self.addEventListener('fetch', (event) => {
  const kind = requestKind(event.request, self.location.origin)
  if (kind) event.respondWith(respond[kind](event))
})

async function install(): Promise<void> {
  const isStored = await storePage(shellCache, { path: offlinePath, title: '' })
  const areStored = await Promise.all(SHELL_FILES.map(storeFile))
  if (!isStored || areStored.includes(false)) throw new Error('The offline page could not be stored.')
  // Safe at once, because every response comes from the network while there is one.
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  const current = [shellCache, pagesCache, pictureCache]
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)))
  // The browser requests a page while the worker starts.
  await self.registration.navigationPreload.enable()
  await self.clients.claim()
}

const respond = {
  async page({ request, preloadResponse }: FetchEvent): Promise<Response> {
    try {
      return ((await preloadResponse) as Response | undefined) ?? (await fetch(request))
    } catch {
      return (await copyOfPage(request.url)) ?? toOfflinePage(request.url)
    }
  },

  async data({ request }: FetchEvent): Promise<Response> {
    const page = pageUrlOfData(request.url)
    // A page that loads its own data again is not replaced unless it is stored: somebody may be typing there.
    const canReplace = async () => page.href !== request.referrer || (await copyOfPage(page.href)) !== undefined
    try {
      const response = await fetch(request)
      return !isSameBuild(response) && (await canReplace()) ? toDocument(page) : response
    } catch (error) {
      if (await canReplace()) return toDocument(page)
      throw error
    }
  },

  async file({ request }: FetchEvent): Promise<Response> {
    const copy = () => caches.match(request.url, { ignoreVary: true })
    try {
      const response = await fetch(request)
      // After a deployment the files of an older page exist only as copies.
      return response.ok ? response : ((await copy()) ?? response)
    } catch (error) {
      const stored = await copy()
      if (!stored) throw error
      return stored
    }
  },
}

const isSameBuild = ({ headers }: Response) => (headers.get(buildHeader) ?? BUILD_ID) === BUILD_ID

/** Makes the router load the whole page, which is stored, or belongs to a new build with its scripts. */
function toDocument({ pathname, search }: URL): Response {
  const headers = { 'X-Remix-Redirect': pathname + search, 'X-Remix-Reload-Document': 'true' }
  return new Response(null, { status: 204, headers })
}

async function copyOfPage(url: string): Promise<Response | undefined> {
  if (new URL(url).pathname === offlinePath)
    return (await caches.open(shellCache)).match(offlinePath, { ignoreVary: true })
  return (await caches.open(pagesCache)).match(url, { ignoreVary: true })
}

function toOfflinePage(url: string): Response {
  const { pathname, search } = new URL(url)
  if (pathname === offlinePath) return Response.error()
  return Response.redirect(`${offlinePath}?${new URLSearchParams({ returnTo: pathname + search })}`)
}

async function storeSeen({ page, files }: SeenMessage): Promise<void> {
  if (page && (await storePage(pagesCache, page))) await removeOldest(pagesCache, maxPages)
  for (const path of pathsOfFiles(files, self.location.origin)) {
    if (isPicture(path)) await storePicture(path)
    else await storeFile(path)
  }
  await removeOldest(pictureCache, maxPictures)
}

/** After another failure the page is stored at its next visit. */
async function freeSpace(error: unknown): Promise<void> {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') await caches.delete(pictureCache)
}

/** Stores a page with the files that it needs, which belong to the same build. Returns whether it was stored. */
async function storePage(cacheName: string, { path, title }: { path: string; title: string }): Promise<boolean> {
  const response = await fetch(path, { credentials: 'omit' })
  if (!isPublicPage(response)) return false
  const html = await response.text()
  const stored = await Promise.all(requiredFiles(html).map(storeFile))
  if (stored.includes(false)) return false
  const headers = copyHeaders(response.headers, title, Date.now())
  const cache = await caches.open(cacheName)
  // A repeated page moves to the end of the list.
  await cache.delete(path, { ignoreVary: true })
  await cache.put(path, new Response(html, { headers }))
  return true
}

async function storeFile(path: string): Promise<boolean> {
  const cache = await caches.open(shellCache)
  if (await cache.match(path, { ignoreVary: true })) return true
  const response = await fetch(path)
  if (response.ok) await cache.put(path, response)
  return response.ok
}

async function storePicture(path: string): Promise<void> {
  const cache = await caches.open(pictureCache)
  if (await cache.match(path, { ignoreVary: true })) return
  const response = await fetch(path)
  const body = await response.blob()
  if (response.ok && body.size <= maxPictureBytes) await cache.put(path, new Response(body, response))
}

async function removeOldest(cacheName: string, max: number): Promise<void> {
  const cache = await caches.open(cacheName)
  const stored = await cache.keys()
  await Promise.all(stored.slice(0, Math.max(0, stored.length - max)).map((request) => cache.delete(request)))
}
