import { type ComponentProps, useId } from 'react'
import { Icon } from './icons.tsx'

type CommonProps = { label: string; name: string; error?: string | undefined; optional?: boolean }
type Props = CommonProps & Omit<ComponentProps<'input'>, 'name'>
type TextAreaProps = CommonProps & Omit<ComponentProps<'textarea'>, 'name'>

/** Without a last day, browsers accept years of six digits. */
const lastTimes: Record<string, string> = { date: '2199-12-31', 'datetime-local': '2199-12-31T23:59' }

/** The message has its own line, so the layout does not shift when it appears. */
export function Field({ label, error, optional = false, className = '', ...input }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} optional={optional}>
      <input
        type="text"
        max={input.type && lastTimes[input.type]}
        {...input}
        id={id}
        className={`input ${className}`}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-message`}
      />
    </FieldFrame>
  )
}

export function TextArea({ label, error, optional = false, className = '', ...area }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} optional={optional}>
      <textarea
        {...area}
        id={id}
        className={`input ${className}`}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-message`}
      />
    </FieldFrame>
  )
}

type SelectProps = CommonProps &
  Omit<ComponentProps<'select'>, 'name' | 'onSelect'> & {
    options: readonly (readonly [value: string, text: string])[]
    /** Shown until an option is selected. */
    placeholder?: string
    onSelect: (value: string) => void
  }

export function SelectField({ label, error, options, placeholder, onSelect, ...select }: SelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error}>
      <select
        {...select}
        id={id}
        className="input"
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-message`}
        onChange={({ currentTarget }) => onSelect(currentTarget.value)}
      >
        {placeholder && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

type FieldFrameProps = {
  id: string
  label: string
  error: string | undefined
  optional?: boolean
  children: React.ReactNode
}

/** Label and message of a field. */
export function FieldFrame({ id, label, error, optional = false, children }: FieldFrameProps) {
  return (
    <div className="field">
      <label id={`${id}-label`} className="field-label" htmlFor={id}>
        {label}
        {optional && ' (optional)'}
      </label>
      {children}
      <p id={`${id}-message`} className={error ? 'field-message is-error' : 'field-message'} aria-live="polite">
        {error && <Icon name="alert" className="ico size-4 shrink-0" />}
        {error}
      </p>
    </div>
  )
}

/** A hidden field that only bots fill in. */
export function Honeypot() {
  return (
    <div className="absolute left-[-200vw]" aria-hidden="true">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
