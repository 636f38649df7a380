import { toast } from '#app/ui/toast.tsx'

type Props = { value: number; stock: number; onChange: (value: number) => void }

/** Between one piece and what is in stock. */
export function Quantity({ value, stock, onChange }: Props) {
  const more = () =>
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
      <button type="button" aria-label="Increase quantity" onClick={more}>
        +
      </button>
    </fieldset>
  )
}
