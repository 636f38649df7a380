import { logError } from '#app/lib/log-error.ts'
import { isPicture, pathsOfFiles, type SeenMessage, workerUrl } from '#app/lib/offline-copies.ts'

/** Until a first visit has settled: installing the service worker takes processor time and network. */
const firstVisitDelayMs = 4000

/** Registers the service worker and reports the files of the page to it, also the ones that were loaded before. */
export function startCopies(): () => void {
  const observer = new PerformanceObserver((list) => {
    const files = pathsOfFiles(
      list.getEntries().map(({ name }) => name),
      window.location.origin,
    )
    const copied = savesData() ? files.filter((path) => !isPicture(path)) : files
    if (copied.length > 0) void send({ files: copied })
  })
  const start = () => {
    register()
    observer.observe({ type: 'resource', buffered: true })
  }
  const isFirstVisit = navigator.serviceWorker.controller === null
  const timer = setTimeout(start, isFirstVisit ? firstVisitDelayMs : 0)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

function register(): void {
  const { serviceWorker } = navigator
  serviceWorker.register(workerUrl).catch((error) => logError('Could not register the service worker', error))
  // Browsers look for a new version with a delay. Without a connection the next page tries again.
  serviceWorker.ready.then((registration) => registration.update()).catch(() => {})
}

/** Only pages that search engines may list have a canonical link: nothing personal, no search, no error. */
export function announcePage(path: string): void {
  if (document.querySelector('link[rel="canonical"]')) void send({ page: { path, title: document.title }, files: [] })
}

async function send(message: SeenMessage): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  const worker = navigator.serviceWorker.controller ?? active
  worker?.postMessage(message)
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
