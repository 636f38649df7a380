import { useId } from 'react'
import { Labelled } from '#app/ui/field.tsx'

type Props = {
  label: string
  name: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  error?: string | undefined
  disabled?: boolean
  onChoose: (value: string) => void
}

/** One of a few, in a form. */
export function ChooseField({ label, name, value, options, error, disabled, onChoose }: Props) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error}>
      <select
        id={id}
        name={name}
        className="input"
        value={value}
        disabled={disabled}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-message`}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
