import { readSession } from './session.ts'
import { readStoredJson, storedKeys, writeStored } from './storage.ts'

const prefix = 'draft:'
const lifetimeMs = 7 * 24 * 3_600_000

type Stored<Draft> = { writtenAt: number; draft: Draft }

const draftKeys = () => storedKeys().filter((key) => key.startsWith(prefix))

/** For a sign-out: others may use this device. */
export function clearDrafts(): void {
  for (const key of draftKeys()) writeStored(key, null)
}

function clearExpiredDrafts(): void {
  for (const key of draftKeys()) {
    const { writtenAt = 0 } = readStoredJson<Partial<Stored<object>>>(key) ?? {}
    if (Date.now() - writtenAt >= lifetimeMs) writeStored(key, null)
  }
}

/** What the user has typed and not saved. It outlives a reload, a closed tab and a phone that ends the browser. */
export function storedDraft<Draft extends object>(name: string) {
  // Read once: after sign-out the user is unknown.
  const key = `${prefix}${readSession().userId}:${name}`
  return {
    read(): Draft | undefined {
      clearExpiredDrafts()
      return readStoredJson<Stored<Draft>>(key)?.draft
    },
    write: (draft: Draft) => writeStored(key, { writtenAt: Date.now(), draft } satisfies Stored<Draft>),
    clear: () => writeStored(key, null),
  }
}
