import { useId } from 'react'
import { FieldFrame } from '#app/ui/field.tsx'

type Props = {
  label: string
  name: string
  items: readonly string[]
  defaultValue: string
  error: string | undefined
  autoComplete: string
  onChoose: (value: string) => void
}

export function SelectField({ label, name, items, defaultValue, error, autoComplete, onChoose }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error}>
      <select
        id={id}
        name={name}
        className="input"
        defaultValue={defaultValue}
        autoComplete={autoComplete}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-message`}
        required
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="" disabled>
          Choose
        </option>
        {items.map((item) => (
          <option key={item}>{item}</option>
        ))}
      </select>
    </FieldFrame>
  )
}
