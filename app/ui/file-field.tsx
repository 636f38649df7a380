import { type ComponentProps, useId, useState } from 'react'
import { FieldFrame } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: string
  buttonText: string
  error: string | undefined
}

/** A file input with a styled button. The transparent native input lies over the button. */
export function FileField({ label, buttonText, error, ...input }: Props) {
  const id = useId()
  const [names, setNames] = useState<string[]>([])
  return (
    <FieldFrame id={id} label={label} error={error} optional>
      <div className="file-field">
        <input
          {...input}
          id={id}
          type="file"
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-message`}
          onChange={({ currentTarget }) => setNames(Array.from(currentTarget.files ?? [], ({ name }) => name))}
        />
        <span className="btn btn-line" aria-hidden="true">
          {buttonText}
        </span>
        <ul className="t-note m-0 min-w-0 list-none p-0" aria-hidden="true">
          {(names.length > 0 ? names : ['No file selected']).map((name) => (
            <li key={name} className="truncate">
              {name}
            </li>
          ))}
        </ul>
      </div>
    </FieldFrame>
  )
}
