/** For failures that the page gets over by itself: noted for whoever looks, shown to nobody. */
export function note(what: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only place that writes to the browser console
  console.error(what, ...(cause === undefined ? [] : [cause]))
}
