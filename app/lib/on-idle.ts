/** Calls `run` when the browser is idle, or after a second in Safari, which has no idle callbacks. */
export function onIdle(run: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(run)
  else setTimeout(run, 1000)
}
