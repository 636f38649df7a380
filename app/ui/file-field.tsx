import { type ComponentProps, useId, useState } from 'react'
import { Labelled } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: string
  /** What the button reads. */
  choose: string
  error: string | undefined
}

/** Files chosen by a button, with their names beside it. The browser's own field lies over it, unseen. */
export function FileField({ label, choose, error, ...input }: Props) {
  const id = useId()
  const [names, setNames] = useState<string[]>([])
  return (
    <Labelled id={id} label={label} error={error} optional>
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
          {choose}
        </span>
        <ul className="t-note m-0 min-w-0 list-none p-0" aria-hidden="true">
          {(names.length > 0 ? names : ['None chosen']).map((name) => (
            <li key={name} className="truncate">
              {name}
            </li>
          ))}
        </ul>
      </div>
    </Labelled>
  )
}
