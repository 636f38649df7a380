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
      className={`btn-text whitespace-nowrap font-normal ${hydrated ? '' : 'invisible'} ${className}`}
      aria-haspopup="dialog"
      onClick={openCurrencyModal}
    >
      <span>
        <span className="sr-only">Currency: {names[currency]}. Change </span>
        <Name currency="USD" isChosen={currency === 'USD'} /> / <Name currency="NPR" isChosen={currency === 'NPR'} />
      </span>
    </button>
  )
}

const Name = ({ currency, isChosen }: { currency: Currency; isChosen: boolean }) => (
  <span className={isChosen ? 'font-semibold' : ''}>{currency}</span>
)

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
