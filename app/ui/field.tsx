import { type ComponentProps, useId } from 'react'
import { Icon } from './icons.tsx'

type Common = { label: string; name: string; error?: string | undefined; optional?: boolean }
type Props = Common & Omit<ComponentProps<'input'>, 'name'>
type AreaProps = Common & Omit<ComponentProps<'textarea'>, 'name'>

/** A labelled field whose message keeps its own line, so that nothing moves when it appears. */
export function Field({ label, error, optional = false, className = '', ...input }: Props) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} optional={optional}>
      <input
        type="text"
        {...input}
        id={id}
        className={`input ${className}`}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-message`}
      />
    </Labelled>
  )
}

export function TextArea({ label, error, optional = false, className = '', ...area }: AreaProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} error={error} optional={optional}>
      <textarea
        {...area}
        id={id}
        className={`input ${className}`}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-message`}
      />
    </Labelled>
  )
}

type LabelledProps = {
  id: string
  label: string
  error: string | undefined
  optional?: boolean
  children: React.ReactNode
}

/** What every field has around it: its label above, its message below. */
export function Labelled({ id, label, error, optional = false, children }: LabelledProps) {
  return (
    <div className="field">
      <label id={`${id}-label`} className="field-label" htmlFor={id}>
        {label}
        {optional && ' (optional)'}
      </label>
      {children}
      <p id={`${id}-message`} className={error ? 'field-msg is-error' : 'field-msg'} aria-live="polite">
        {error && <Icon name="alert" className="ico size-4 shrink-0" />}
        {error}
      </p>
    </div>
  )
}

/** Hidden from people; what fills it in is a program. */
export function Trap() {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
