import { toast } from '#app/ui/toast.tsx'

type Props = { value: number; stock: number; onChange: (value: number) => void }

export function QuantityStepper({ value, stock, onChange }: Props) {
  const increase = () =>
    value < stock ? onChange(value + 1) : toast('Sorry, we dont have enough stock right now.', 'info')
  return (
    <fieldset className="stepper m-0 p-0">
      <legend className="sr-only">Quantity</legend>
      <button
        type="button"
        aria-label="Decrease quantity"
        aria-disabled={value === 1}
        onClick={() => onChange(Math.max(1, value - 1))}
      >
        −
      </button>
      <output aria-live="polite">{value}</output>
      <button type="button" aria-label="Increase quantity" onClick={increase}>
        +
      </button>
    </fieldset>
  )
}
