import { useId, useState } from 'react'

type Props = {
  label: string
  value: number
  /** Cents may follow the point. */
  hasCents?: boolean
  save: (value: number) => Promise<boolean>
}

/** What is typed was typed upon what the field showed then, however often the list is read again meanwhile. */
type Typed = { text: string; upon?: Pick<Props, 'value' | 'save'>; isRefused?: boolean }

/** A number in a list that can be typed over: Enter or leaving the field saves it, Esc takes it back. */
export function InlineNumber({ label, value, hasCents = false, save }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<Typed>()
  const [isBusy, setBusy] = useState(false)
  const pattern = hasCents ? /^\d{1,9}(\.\d{1,2})?$/ : /^\d{1,7}$/
  const isWrong = typed !== undefined && !pattern.test(typed.text.trim())
  const isRefused = typed?.isRefused ?? false

  const commit = async () => {
    if (typed === undefined || isWrong || isBusy) return
    const { text, upon = { value, save } } = typed
    if (Number(text) === upon.value) return setTyped(undefined)
    setBusy(true)
    const isSaved = await upon.save(Number(text))
    setBusy(false)
    setTyped((now) => (isSaved || !now ? undefined : { text: now.text, isRefused: true }))
  }

  return (
    <>
      <input
        type="text"
        className="input inline-number"
        aria-label={label}
        aria-describedby={isRefused ? id : undefined}
        inputMode={hasCents ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={typed?.text ?? String(value)}
        readOnly={isBusy}
        aria-busy={isBusy}
        aria-invalid={isWrong || isRefused}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget: { value: text } }) =>
          setTyped((now) => ({ text, upon: now?.upon ?? { value, save } }))
        }
        onBlur={() => {
          // Over what stands now it goes only when it is meant.
          if (!isRefused) void commit()
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void commit()
          if (key === 'Escape') setTyped(undefined)
        }}
      />
      {isRefused && (
        <span id={id} className="t-note ml-auto block max-w-28 whitespace-normal text-error">
          Not saved. It is {value} now.
        </span>
      )}
    </>
  )
}
