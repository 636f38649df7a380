import { useState } from 'react'
import { numberOf } from './typed-values.ts'

type Props = { label: string; value: number; min?: number; max: number; onChange: (value: number) => void }

/** A quantity to type or to step, with names for each product. */
export function QuantityField({ label, value, min = 1, max, onChange }: Props) {
  /** Typed text that is not a whole number. It stays until the field loses the focus. */
  const [invalid, setInvalid] = useState<string>()
  const set = (next: number) => {
    setInvalid(undefined)
    onChange(Math.min(max, Math.max(min, next)))
  }
  const type = (text: string) => {
    const typed = numberOf(text)
    if (Number.isInteger(typed)) set(typed)
    else setInvalid(text)
  }
  return (
    <fieldset className="stepper is-small m-0 p-0">
      <legend className="sr-only">{label}</legend>
      <button
        type="button"
        aria-label={`Decrease ${label}`}
        aria-disabled={value <= min}
        onClick={() => set(value - 1)}
      >
        −
      </button>
      <input
        className="h-full w-full bg-transparent text-center tabular-nums focus-visible:-outline-offset-2"
        inputMode="numeric"
        aria-label={label}
        aria-invalid={Boolean(invalid)}
        value={invalid ?? value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => setInvalid(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
          if (event.key === 'ArrowUp') set(value + 1)
          if (event.key === 'ArrowDown') set(value - 1)
        }}
      />
      <button
        type="button"
        aria-label={`Increase ${label}`}
        aria-disabled={value >= max}
        onClick={() => set(value + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
