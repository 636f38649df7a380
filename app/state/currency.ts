import { create } from 'zustand'
import type { Currency } from '#shared/money.ts'
import { useSession } from './session.ts'
import { followStored, readSessionItem, readStoredJson, writeSessionItem, writeStored } from './storage.ts'

type CurrencyState = { currency: Currency; modalOpen: boolean }
type CurrencyRecord = { currency: Currency; timestamp: number }

const validForMs = 24 * 3600 * 1000

export const useCurrency = create<CurrencyState>(() => ({ currency: 'USD', modalOpen: false }))

/** Both prices stand in the page; this attribute shows one of them. */
function show(currency: Currency): void {
  document.documentElement.dataset.currency = currency
  useCurrency.setState({ currency })
}

export function chooseCurrency(currency: Currency): void {
  writeStored('currency', { currency, timestamp: Date.now() } satisfies CurrencyRecord)
  show(currency)
  useCurrency.setState({ modalOpen: false })
}

const dismissedKey = 'currencyDismissed'

export function openCurrencyModal(): void {
  useCurrency.setState({ modalOpen: true })
}

export function closeCurrencyModal(): void {
  useCurrency.setState({ modalOpen: false })
}

/** Closed without a choice: it does not ask again in this tab. */
export function dismissCurrencyModal(): void {
  writeSessionItem(dismissedKey, 'true')
  closeCurrencyModal()
}

/** After signing out: nothing of the person remains, and prices are in dollars again. */
export function forgetCurrency(): void {
  writeStored('currency', null)
  show('USD')
}

function storedChoice(): Currency | undefined {
  const record = readStoredJson<Partial<CurrencyRecord>>('currency')
  if (record?.currency !== 'USD' && record?.currency !== 'NPR') return undefined
  const age = Date.now() - Number(record.timestamp)
  return age >= 0 && age < validForMs ? record.currency : undefined
}

/**
 * A choice in one tab, or signing out there, counts for all. Signing out forgot the choice, so for whoever signs in then
 * it is settled again.
 */
export function followCurrency(geoUrl: string): () => void {
  const stopStored = followStored('currency', () => {
    const choice = storedChoice()
    show(choice ?? 'USD')
    if (choice) closeCurrencyModal()
  })
  const stopSession = useSession.subscribe(({ isLoggedIn }, before) => {
    if (isLoggedIn && !before.isLoggedIn) settled = settled?.then(() => settle(geoUrl))
  })
  return () => {
    stopStored()
    stopSession()
  }
}

let settled: Promise<void> | undefined

/** Once when a visit begins. A frame that is built anew, as after the not-found page, has lost only the attribute. */
export function settleCurrency(geoUrl: string): void {
  if (settled) show(useCurrency.getState().currency)
  else settled = settle(geoUrl)
}

/** A stored choice counts for a day; otherwise the visitor's country decides, and where it is unknown the visitor. */
async function settle(geoUrl: string): Promise<void> {
  const stored = storedChoice()
  if (stored) return show(stored)
  document.documentElement.dataset.currency = 'pending'
  try {
    const response = await fetch(geoUrl, { signal: AbortSignal.timeout(4000) })
    if (!response.ok) throw new Error(`The location service answered ${response.status}`)
    const { countryCode } = (await response.json()) as { countryCode: string }
    chooseCurrency(countryCode === 'NP' ? 'NPR' : 'USD')
  } catch {
    show('USD')
    if (!readSessionItem(dismissedKey)) openCurrencyModal()
  }
}

/**
 * Runs in the page's head, before anything is painted: the stored choice is shown at once; without one, prices keep
 * their place but stay unseen until `settleCurrency` has decided.
 */
export const currencyBeforePaint = `(function(){var d=document.documentElement.dataset;try{var r=JSON.parse(localStorage.getItem('currency'));var a=Date.now()-r.timestamp;d.currency=(r.currency==='NPR'||r.currency==='USD')&&a>=0&&a<${validForMs}?r.currency:'pending'}catch(e){d.currency='pending'}})()`
