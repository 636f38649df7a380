import { useId } from 'react'
import { FieldFrame } from '#app/ui/field.tsx'

type Props = {
  label: string
  name: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  error?: string | undefined
  disabled?: boolean
  onSelect: (value: string) => void
}

export function SelectField({ label, name, value, options, error, disabled, onSelect }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error}>
      <select
        id={id}
        name={name}
        className="input"
        value={value}
        disabled={disabled}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-message`}
        onChange={({ currentTarget }) => onSelect(currentTarget.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
