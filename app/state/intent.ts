import { create } from 'zustand'
import { readStored, writeStored } from './storage.ts'

const actions = ['add', 'buy', 'save', 'openCart'] as const

/** The action that a visitor started before the login. */
export type Intent = {
  action: (typeof actions)[number]
  productId?: number
  variantId?: number
  quantity?: number
}

/** `isOwn`: this browser created the intent. An intent from a foreign link never runs by itself. */
type Resumed = Intent & { isOwn: boolean }

/** The intent that this page was opened with. */
export const useIntent = create<{ intent: Resumed | null }>(() => ({ intent: null }))

export function useIntentFor(productId: number): Resumed | null {
  return useIntent(({ intent }) => (intent?.productId === productId ? intent : null))
}

const key = 'intent'

/** Uses the fragment, which is not sent to servers, and only letters and digits, which are safe in emails. */
function toHash({ action, productId, variantId, quantity }: Intent): string {
  const numbers = Object.entries({ product: productId, variant: variantId, quantity })
  const parameters = numbers.filter(([, value]) => value !== undefined).map(([name, value]) => `&${name}=${value}`)
  return `#intent=${action}${parameters.join('')}`
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

export const hasIntent = (path: string) => readIntent(new URL(path, 'https://here.invalid').hash) !== undefined

/** The value of `data-intent` on the button of an intent. */
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

/** An intent runs once; its variant and quantity stay selected. */
export function markIntentUsed(): void {
  useIntent.setState(({ intent }) => ({ intent: intent && { ...intent, isOwn: false } }))
}

export function clearIntent(): void {
  if (useIntent.getState().intent) useIntent.setState({ intent: null })
}
