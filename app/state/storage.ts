/** Browser storage may be full, disabled or hold foreign data, so neither reading nor writing throws. */
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

export function storedKeys(): string[] {
  try {
    return Object.keys(globalThis.localStorage ?? {})
  } catch {
    return []
  }
}

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

/** Calls back when the page returns from the back-forward cache, where it receives no events. */
export function onPageRestored(listener: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  window.addEventListener('pageshow', onShow)
  return () => window.removeEventListener('pageshow', onShow)
}

/** Calls back when another tab has changed the key, or may have. */
export function onStorageChange(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === key) listener()
  }
  const stopRestored = onPageRestored(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    stopRestored()
    window.removeEventListener('storage', onStorage)
  }
}
