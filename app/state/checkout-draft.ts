import { readSessionItem, writeSessionItem } from './storage.ts'

/** What is being typed at checkout: kept for as long as the tab is open, so that no detour and no reload loses it. */
type Draft = Record<string, string>

const keyOf = (userId: string) => `checkout:${userId}`

export function readDraft(userId: string): Draft {
  try {
    const draft: unknown = JSON.parse(readSessionItem(keyOf(userId)) ?? '{}')
    const words = Object.entries(draft ?? {}).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(words)
  } catch {
    return {}
  }
}

export function keepDraft(userId: string, draft: Draft): void {
  writeSessionItem(keyOf(userId), JSON.stringify(draft))
}

export function forgetDraft(userId: string): void {
  writeSessionItem(keyOf(userId), null)
}
