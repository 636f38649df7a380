const restWithinMs = 3000
/** For browsers that do not tell when they are idle. */
const restAfterMs = 1000

/** When the page has loaded and the browser has nothing else to do. Gives back how to call it off. */
export function whenAtRest(work: () => void): () => void {
  let callOff = () => window.removeEventListener('load', wait)
  function wait() {
    if (window.requestIdleCallback) {
      const asked = window.requestIdleCallback(work, { timeout: restWithinMs })
      callOff = () => window.cancelIdleCallback(asked)
    } else {
      const timer = setTimeout(work, restAfterMs)
      callOff = () => clearTimeout(timer)
    }
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => callOff()
}
