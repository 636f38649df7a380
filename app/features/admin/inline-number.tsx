import { useId, useState } from 'react'
import { QuestionDialog } from './draft-form.tsx'
import { numberOf } from './typed-values.ts'
import type { Question } from './use-draft.ts'

type Props = {
  label: string
  value: number
  /** Allows two decimals. */
  hasCents?: boolean
  /** What to confirm before a value is saved, if anything. */
  questionOf?: (value: number) => Question | undefined
  /** Undefined when the response was lost. */
  save: (value: number) => Promise<boolean | undefined>
}

/** `base` is the value shown when typing began; the list may reload while the user types. */
type Edit = { text: string; base?: Pick<Props, 'value' | 'save'>; failure?: 'rejected' | 'unknown' }

/** A number that can be edited in a list: Enter or blur saves it, Escape discards the change. */
export function InlineNumber({ label, value, hasCents = false, questionOf, save }: Props) {
  const id = useId()
  const [edit, setEdit] = useState<Edit>()
  const [isBusy, setBusy] = useState(false)
  const pattern = hasCents ? /^\d{1,9}(\.\d{1,2})?$/ : /^\d{1,7}$/
  const isInvalid = edit !== undefined && !pattern.test(String(numberOf(edit.text)))
  const failure = edit && numberOf(edit.text) !== value ? edit.failure : undefined

  const [question, setQuestion] = useState<Question>()

  const commit = async (isConfirmed = false) => {
    if (edit === undefined || isInvalid || isBusy || (question && !isConfirmed)) return
    const { text, base = { value, save } } = edit
    if (numberOf(text) === base.value) return setEdit(undefined)
    const next = isConfirmed ? undefined : questionOf?.(numberOf(text))
    setQuestion(next)
    if (next) return
    setBusy(true)
    const isSaved = await base.save(numberOf(text))
    setBusy(false)
    setEdit((now) =>
      isSaved || !now ? undefined : { text: now.text, failure: isSaved === false ? 'rejected' : 'unknown' },
    )
  }

  return (
    <>
      <input
        type="text"
        className="input w-28 border-transparent border-b-rule bg-transparent text-right tabular-nums hover:border-edge hover:bg-paper focus-visible:border-edge focus-visible:bg-paper aria-busy:text-granite aria-[invalid=true]:border-error max-md:w-full max-md:border-edge max-md:text-left"
        aria-label={label}
        aria-describedby={failure ? id : undefined}
        inputMode={hasCents ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={edit?.text ?? String(value)}
        readOnly={isBusy}
        aria-busy={isBusy}
        aria-invalid={isInvalid || failure !== undefined}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget: { value: text } }) =>
          setEdit((now) => ({ text, base: now?.base ?? { value, save } }))
        }
        onBlur={() => {
          // After a conflict only Enter overwrites the stored value.
          if (!failure) void commit()
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void commit()
          if (key === 'Escape') setEdit(undefined)
        }}
      />
      {question && (
        <QuestionDialog
          {...question}
          onConfirm={() => void commit(true)}
          onCancel={() => {
            setQuestion(undefined)
            setEdit(undefined)
          }}
        />
      )}
      {failure && (
        <span id={id} className="t-note ml-auto block max-w-28 whitespace-normal text-error">
          {failure === 'rejected'
            ? `Not saved. The current value is ${value}.`
            : 'We do not know whether this is saved.'}
        </span>
      )}
    </>
  )
}
