import { type ComponentProps, useEffect, useId, useRef } from 'react'

type Props = Omit<ComponentProps<'select'>, 'value' | 'defaultValue'> & {
  label: string
  /** The value of the URL. The user may select another one until the URL changes. */
  value: string
  options: readonly (readonly [value: string, text: string])[]
  hint?: string
}

/** A native select with an underline. */
export function Select({ label, value, options, hint, className = '', ...select }: Props) {
  const id = useId()
  const ref = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.value = value
  }, [value])
  return (
    <div className="flex min-w-0 flex-col">
      <label className="t-note" htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        ref={ref}
        className={`input h-target border-0 border-b bg-transparent bg-right pr-5 pl-0 text-ellipsis focus-visible:[box-shadow:inset_0_-1px_var(--color-ink)] focus-visible:focus-ring ${className}`}
        defaultValue={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <span id={`${id}-hint`} className="sr-only">
          {hint}
        </span>
      )}
    </div>
  )
}
