import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { FieldFrame } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  error?: string | undefined
  autoComplete: 'current-password' | 'new-password'
  /** Shown below the field. */
  children?: ReactNode
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, error, children, ...input }: Props) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className="relative">
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          className="input pr-18"
          // These attributes are invalid for type="password".
          autoCapitalize={shown ? 'none' : undefined}
          autoCorrect={shown ? 'off' : undefined}
          spellCheck={false}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-message`}
        />
        <button
          type="button"
          className="absolute inset-y-0 right-0 min-w-target px-3.5 text-(length:--text-note) text-granite outline-offset-[-6px] hover:text-ink"
          aria-describedby={`${id}-label`}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
      {children}
    </FieldFrame>
  )
}
