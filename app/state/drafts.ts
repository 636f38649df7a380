import { readSession } from './session.ts'
import { readSessionItem, writeSessionItem } from './storage.ts'

/** What the user has typed and not saved, stored until the tab closes so that a reload does not lose it. */
export function storedDraft<Draft extends object>(name: string) {
  // Read once: after sign-out the user is unknown.
  const key = `draft:${readSession().userId}:${name}`
  return {
    read(): Draft | undefined {
      try {
        return (JSON.parse(readSessionItem(key) ?? 'null') as Draft | null) ?? undefined
      } catch {
        return undefined
      }
    },
    write: (draft: Draft) => writeSessionItem(key, JSON.stringify(draft)),
    clear: () => writeSessionItem(key, null),
  }
}
