/** For failures that the visitor does not need to see. */
export function logError(message: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only place that writes to the browser console
  console.error(message, ...(cause === undefined ? [] : [cause]))
}
