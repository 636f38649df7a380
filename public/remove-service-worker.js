/* Sent as /service-worker.js when OFFLINE_PAGES is false. Browsers keep a service worker whose file is missing, so this one removes itself. */

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(remove()))

async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
