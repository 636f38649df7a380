import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldConflict } from './conflict-panel.tsx'
import { useSave } from './use-save.ts'

type Options<Stored, Draft> = {
  initial: Draft
  record: Stored | undefined
  draftOf: (record: Stored) => Draft
  /** Fields that are compared when two people changed the record. */
  labels: Partial<Record<keyof Draft & string, string>>
  displayValue: (draft: Draft, key: keyof Draft & string) => string
  /** Creates the record, or updates it when `record` is set. */
  send: (draft: Draft, record: Stored | undefined) => Promise<Stored>
  onSaved: (record: Stored) => void
}

type TextKey<Draft> = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft] & string

/** State of a form that edits one record: the draft, its save with an optimistic version check, and the conflict. */
export function useDraft<Stored extends { version: number }, Draft extends object>(options: Options<Stored, Draft>) {
  const { draftOf, labels, displayValue, send, onSaved } = options
  const [record, setRecord] = useState(options.record)
  const [saved, setSaved] = useState(options.initial)
  const [draft, setDraft] = useState(options.initial)
  const { busy, errors, conflict, save, clearConflict } = useSave<Stored>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const set = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save(async () => {
      const stored = await send(draft, record)
      const now = draftOf(stored)
      setRecord(stored)
      setSaved(now)
      setDraft((typed) => (typed === draft ? now : { ...now, ...changesOf(typed, draft) }))
      onSaved(stored)
    })
  }

  /** A field that was not changed here takes their value without a conflict. */
  const conflictsWith = (theirs: Draft): FieldConflict[] =>
    (Object.keys(labels) as (keyof Draft & string)[])
      .map((key) => ({
        key,
        label: labels[key] ?? key,
        mine: displayValue(draft, key),
        theirs: displayValue(theirs, key),
      }))
      .filter(({ key, mine, theirs: other }) => mine !== other && mine !== displayValue(saved, key))

  const mergeWith = (current: Stored) => (mineKeys: ReadonlySet<string>) => {
    const theirs = draftOf(current)
    const mine = Object.fromEntries(Object.entries(draft).filter(([key]) => mineKeys.has(key)))
    setRecord(current)
    setSaved(theirs)
    setDraft({ ...theirs, ...mine })
    clearConflict()
  }

  return {
    record,
    draft,
    busy,
    errors,
    isSaved: draft === saved,
    set,
    /** Props of the form. */
    form: { ref: form, noValidate: true, onSubmit },
    /** Props of a text field. */
    field: (key: TextKey<Draft>) => ({
      name: key,
      value: draft[key] as string,
      error: errors[key],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set({ [key]: currentTarget.value } as Partial<Draft>),
    }),
    /** Props of the conflict panel, when someone else changed the record. */
    conflict: conflict && {
      key: conflict.version,
      conflicts: conflictsWith(draftOf(conflict)),
      onResolve: mergeWith(conflict),
    },
  }
}

/** Changes made while the previous draft was being saved. */
function changesOf<Draft extends object>(typed: Draft, sent: Draft): Partial<Draft> {
  const keys = (Object.keys(typed) as (keyof Draft)[]).filter((key) => typed[key] !== sent[key])
  return Object.fromEntries(keys.map((key) => [key, typed[key]])) as Partial<Draft>
}
