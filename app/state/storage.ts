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
    return JSON.parse(readStored(key) ?? 'null') ?? undefined
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
