import { useHydrated } from '#app/lib/hydrated.ts'
import { openCurrencyModal, useCurrency } from '#app/state/currency.ts'
import type { Currency } from '#shared/money.ts'

const names: Record<Currency, string> = { USD: 'US dollars', NPR: 'Nepalese rupees' }

/** Opens the currency modal, which needs JavaScript, so the button is invisible without it. */
export function CurrencyButton({ className = '' }: { className?: string }) {
  const currency = useCurrency((state) => state.currency)
  const hydrated = useHydrated()
  return (
    <button
      type="button"
      className={`btn-text whitespace-nowrap font-normal ${hydrated ? '' : 'invisible'} ${className}`}
      aria-haspopup="dialog"
      onClick={openCurrencyModal}
    >
      <span>
        <span className="sr-only">Currency: {names[currency]}. Change </span>
        <CurrencyName currency="USD" isSelected={currency === 'USD'} /> /{' '}
        <CurrencyName currency="NPR" isSelected={currency === 'NPR'} />
      </span>
    </button>
  )
}

const CurrencyName = ({ currency, isSelected }: { currency: Currency; isSelected: boolean }) => (
  <span className={isSelected ? 'font-semibold' : ''}>{currency}</span>
)

/** Shown under totals. */
export function PaymentCurrency() {
  const currency = useCurrency((state) => state.currency)
  return (
    <p className="t-note m-0 mt-2 flex flex-wrap items-center justify-between gap-x-4">
      You pay in {names[currency]}.
      <CurrencyButton />
    </p>
  )
}
