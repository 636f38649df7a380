/** What is being typed at checkout: kept for as long as the tab is open, so that no detour and no reload loses it. */
type Draft = Record<string, string>

const keyOf = (userId: string) => `checkout:${userId}`

export function readDraft(userId: string): Draft {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '{}')
    const words = Object.entries(draft ?? {}).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(words)
  } catch {
    return {}
  }
}

export function keepDraft(userId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(draft))
  } catch {}
}

export function forgetDraft(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId))
  } catch {}
}
