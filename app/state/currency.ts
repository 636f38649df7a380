import { create } from 'zustand'
import type { Currency } from '#shared/money.ts'
import { useSession } from './session.ts'
import { onStorageChange, readSessionItem, readStoredJson, writeSessionItem, writeStored } from './storage.ts'

type CurrencyState = { currency: Currency; modalOpen: boolean }
type CurrencyRecord = { currency: Currency; timestamp: number }

const validForMs = 24 * 3600 * 1000

export const useCurrency = create<CurrencyState>(() => ({ currency: 'USD', modalOpen: false }))

/** The page contains both prices; this attribute selects the visible one. */
function show(currency: Currency): void {
  document.documentElement.dataset.currency = currency
  useCurrency.setState({ currency })
}

function writeStoredCurrency(currency: Currency): void {
  writeStored('currency', { currency, timestamp: Date.now() } satisfies CurrencyRecord)
}

/** The closing modal is painted before all prices of the page change, so the press shows at once. */
export function chooseCurrency(currency: Currency): void {
  writeStoredCurrency(currency)
  closeCurrencyModal()
  requestAnimationFrame(() => setTimeout(() => show(currency)))
}

const dismissedKey = 'currencyDismissed'

export function openCurrencyModal(): void {
  useCurrency.setState({ modalOpen: true })
}

export function closeCurrencyModal(): void {
  useCurrency.setState({ modalOpen: false })
}

/** Closing without choosing stops the modal from opening again in this tab. */
export function dismissCurrencyModal(): void {
  writeSessionItem(dismissedKey, 'true')
  closeCurrencyModal()
}

/** Signing out removes the stored currency and shows dollars again. */
export function resetCurrency(): void {
  writeStored('currency', null)
  show('USD')
}

function storedCurrency(): Currency | undefined {
  const record = readStoredJson<Partial<CurrencyRecord>>('currency')
  if (record?.currency !== 'USD' && record?.currency !== 'NPR') return undefined
  const age = Date.now() - Number(record.timestamp)
  return age >= 0 && age < validForMs ? record.currency : undefined
}

/** Applies changes of other tabs. Signing out removes the stored currency, so a sign-in resolves it again. */
export function syncCurrency(geoUrl: string): () => void {
  const stopStored = onStorageChange('currency', () => {
    const stored = storedCurrency()
    show(stored ?? 'USD')
    if (stored) closeCurrencyModal()
  })
  const stopSession = useSession.subscribe(({ isLoggedIn }, previous) => {
    if (isLoggedIn && !previous.isLoggedIn) resolved = resolved?.then(() => resolve(geoUrl))
  })
  return () => {
    stopStored()
    stopSession()
  }
}

let resolved: Promise<void> | undefined

/** Runs once per visit. A document rendered again, after an error outside the pages, only needs its attribute again. */
export function resolveCurrency(geoUrl: string): void {
  if (resolved) show(useCurrency.getState().currency)
  else resolved = resolve(geoUrl)
}

/** Uses the stored currency for a day, then the visitor's country. If the country is unknown, the modal opens. */
async function resolve(geoUrl: string): Promise<void> {
  const stored = storedCurrency()
  if (stored) return show(stored)
  document.documentElement.dataset.currency = 'pending'
  try {
    const response = await fetch(geoUrl, { signal: AbortSignal.timeout(4000) })
    if (!response.ok) throw new Error(`The location service responded with ${response.status}`)
    const { countryCode } = (await response.json()) as { countryCode: string }
    const currency = countryCode === 'NP' ? 'NPR' : 'USD'
    writeStoredCurrency(currency)
    show(currency)
    closeCurrencyModal()
  } catch {
    show('USD')
    if (!readSessionItem(dismissedKey)) openCurrencyModal()
  }
}

/**
 * Runs in the page's head before the first paint. Applies the stored currency; without one, prices are hidden but keep
 * their space until `resolveCurrency` is done.
 */
export const currencyBeforePaint = `(function(){var d=document.documentElement.dataset;try{var r=JSON.parse(localStorage.getItem('currency'));var a=Date.now()-r.timestamp;d.currency=(r.currency==='NPR'||r.currency==='USD')&&a>=0&&a<${validForMs}?r.currency:'pending'}catch(e){d.currency='pending'}})()`
