import { useState } from 'react'

type Props = {
  label: string
  value: number
  /** Cents may follow the point. */
  hasCents?: boolean
  save: (value: number) => Promise<boolean>
}

/** A number in a list that can be typed over: Enter or leaving the field saves it, Esc takes it back. */
export function InlineNumber({ label, value, hasCents = false, save }: Props) {
  const [typed, setTyped] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const pattern = hasCents ? /^\d{1,9}(\.\d{1,2})?$/ : /^\d{1,7}$/
  const isWrong = typed !== undefined && !pattern.test(typed.trim())

  const commit = async () => {
    if (typed === undefined || isWrong || isBusy) return
    if (Number(typed) === value) return setTyped(undefined)
    setBusy(true)
    await save(Number(typed))
    setBusy(false)
    setTyped(undefined)
  }

  return (
    <input
      className="input inline-number"
      aria-label={label}
      inputMode={hasCents ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={typed ?? String(value)}
      readOnly={isBusy}
      aria-busy={isBusy}
      aria-invalid={isWrong}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => void commit()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void commit()
        if (key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
