const timeoutMs = 3000
/** For browsers without `requestIdleCallback`. */
const fallbackDelayMs = 1000

/** Runs the work when the page has loaded and the browser is idle. Returns a function that cancels it. */
export function onIdle(work: () => void): () => void {
  let cancel = () => window.removeEventListener('load', wait)
  function wait() {
    if (window.requestIdleCallback) {
      const handle = window.requestIdleCallback(work, { timeout: timeoutMs })
      cancel = () => window.cancelIdleCallback(handle)
    } else {
      const timer = setTimeout(work, fallbackDelayMs)
      cancel = () => clearTimeout(timer)
    }
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => cancel()
}
