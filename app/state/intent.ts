import { create } from 'zustand'
import { readStored, writeStored } from './storage.ts'

const actions = ['add', 'buy', 'save', 'openCart'] as const

/** What a visitor wanted to do when the shop asked them to log in. */
export type Intent = {
  action: (typeof actions)[number]
  productId?: number
  variantId?: number
  quantity?: number
}

/** `isOwn`: this browser has made the intent itself. A link from elsewhere never acts by itself. */
type Resumed = Intent & { isOwn: boolean }

/** The intent that this page was opened with. */
export const useIntent = create<{ intent: Resumed | null }>(() => ({ intent: null }))

export function useIntentFor(productId: number): Resumed | null {
  return useIntent(({ intent }) => (intent?.productId === productId ? intent : null))
}

const key = 'intent'

/** In the fragment, which no server sees; digits and letters only, so that an email may carry it. */
function toHash({ action, productId, variantId, quantity }: Intent): string {
  const numbers = Object.entries({ product: productId, variant: variantId, quantity })
  const given = numbers.filter(([, value]) => value !== undefined).map(([name, value]) => `&${name}=${value}`)
  return `#intent=${action}${given.join('')}`
}

export function pathWithIntent(path: string, intent: Intent): string {
  return path + toHash(intent)
}

export function readIntent(hash: string): Intent | undefined {
  const values = new URLSearchParams(hash.slice(1))
  const action = actions.find((name) => name === values.get('intent'))
  if (!action) return undefined
  const numberOf = (name: string) => {
    const text = values.get(name) ?? ''
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
  }
  const [productId, variantId, quantity] = ['product', 'variant', 'quantity'].map(numberOf)
  return {
    action,
    ...(productId && { productId }),
    ...(variantId && { variantId }),
    ...(quantity && { quantity }),
  }
}

/** Whether a path carries an intent. */
export const hasIntent = (path: string) => readIntent(new URL(path, 'https://here.invalid').hash) !== undefined

/** Marks the button of an intent in the page, as `data-intent`. */
export const intentTarget = (action: Intent['action'], productId: number) => `${action} ${productId}`

export function rememberIntent(intent: Intent): void {
  writeStored(key, toHash(intent))
}

/** Puts the intent of a URL into the store, once. */
export function resumeIntent(intent: Intent): void {
  const isOwn = readStored(key) === toHash(intent)
  if (isOwn) writeStored(key, null)
  useIntent.setState({ intent: { ...intent, isOwn } })
}

/** It acts once; what was chosen stays. */
export function usedIntent(): void {
  useIntent.setState(({ intent }) => ({ intent: intent && { ...intent, isOwn: false } }))
}

export function dropIntent(): void {
  if (useIntent.getState().intent) useIntent.setState({ intent: null })
}
