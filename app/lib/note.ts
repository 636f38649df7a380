/** For failures that the page gets over by itself: noted for whoever looks, shown to nobody. */
export function note(what: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place where the browser's own log is written to
  console.error(what, ...(cause === undefined ? [] : [cause]))
}
