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
      <div className="group relative flex items-center gap-4 has-focus-visible:focus-ring">
        <input
          {...input}
          id={id}
          type="file"
          className="absolute inset-0 w-full cursor-pointer opacity-0"
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-message`}
          onChange={({ currentTarget }) => setNames(Array.from(currentTarget.files ?? [], ({ name }) => name))}
        />
        <span
          className="btn btn-line min-h-target flex-none px-5 group-hover:bg-ink group-hover:text-snow"
          aria-hidden="true"
        >
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
