import { useHydrated } from '#app/lib/hydrated.ts'
import { openCurrencyModal, useCurrency } from '#app/state/currency.ts'
import type { Currency } from '#shared/money.ts'

const names: Record<Currency, string> = { USD: 'US dollars', NPR: 'Nepalese rupees' }

/** Shows the currency and opens the choice. Choosing needs JavaScript, so without it there is no button. */
export function CurrencyButton({ className = '' }: { className?: string }) {
  const currency = useCurrency((state) => state.currency)
  const hydrated = useHydrated()
  return (
    <button
      type="button"
      className={`btn-text font-normal ${hydrated ? '' : 'invisible'} ${className}`}
      aria-haspopup="dialog"
      aria-label={`Currency: ${names[currency]}. Change`}
      onClick={openCurrencyModal}
    >
      <span>
        <span className={currency === 'USD' ? 'font-medium' : 'opacity-60'}>USD</span>
        {' / '}
        <span className={currency === 'NPR' ? 'font-medium' : 'opacity-60'}>NPR</span>
      </span>
    </button>
  )
}

/** Under a total: what is paid in which currency, and the way to change it. */
export function PaidIn() {
  const currency = useCurrency((state) => state.currency)
  return (
    <p className="t-note m-0 mt-2 flex flex-wrap items-center justify-between gap-x-4">
      You pay in {names[currency]}.
      <CurrencyButton />
    </p>
  )
}
