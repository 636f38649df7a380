/** Browser storage that may be full, shut or filled by somebody else: reading never throws, writing never breaks a page. */
export function readStored(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null
  } catch {
    return null
  }
}

export function readStoredJson<T>(key: string): T | undefined {
  try {
    return (JSON.parse(readStored(key) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

export function writeStored(key: string, value: string | object | null): void {
  try {
    if (value === null) globalThis.localStorage?.removeItem(key)
    else globalThis.localStorage?.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {}
}

/** What lasts as long as the tab. */
export function readSessionItem(key: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(key) ?? null
  } catch {
    return null
  }
}

export function writeSessionItem(key: string, value: string | null): void {
  try {
    if (value === null) globalThis.sessionStorage?.removeItem(key)
    else globalThis.sessionStorage?.setItem(key, value)
  } catch {}
}

/** Tells when this page is there again after it lay aside for the way back, where it heard of nothing. */
export function followReturn(changed: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) changed()
  }
  window.addEventListener('pageshow', onShow)
  return () => window.removeEventListener('pageshow', onShow)
}

/** Tells when another tab has changed it, or may have. */
export function followStored(key: string, changed: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === key) changed()
  }
  const stopReturn = followReturn(changed)
  window.addEventListener('storage', onStorage)
  return () => {
    stopReturn()
    window.removeEventListener('storage', onStorage)
  }
}
