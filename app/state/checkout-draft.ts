import { readSessionItem, writeSessionItem } from './storage.ts'

/** The values typed at checkout, stored until the tab closes so that a reload does not lose them. */
type Draft = Record<string, string>

const storageKey = (userId: string) => `checkout:${userId}`

export function readDraft(userId: string): Draft {
  try {
    const draft: unknown = JSON.parse(readSessionItem(storageKey(userId)) ?? '{}')
    const texts = Object.entries(draft ?? {}).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(texts)
  } catch {
    return {}
  }
}

export function saveDraft(userId: string, draft: Draft): void {
  writeSessionItem(storageKey(userId), JSON.stringify(draft))
}

export function clearDraft(userId: string): void {
  writeSessionItem(storageKey(userId), null)
}
