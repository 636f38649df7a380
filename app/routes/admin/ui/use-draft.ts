import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { Differing } from './merge.tsx'
import { useSave } from './use-save.ts'

type Options<Stored, Draft> = {
  first: Draft
  record: Stored | undefined
  draftOf: (record: Stored) => Draft
  /** What is asked about where two have changed it, and how it reads. */
  labels: Partial<Record<keyof Draft & string, string>>
  inWords: (draft: Draft, key: keyof Draft & string) => string
  /** Sends the draft, as a change of the record where there is one. */
  send: (draft: Draft, record: Stored | undefined) => Promise<Stored>
  onSaved: (record: Stored) => void
}

type TextKey<Draft> = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft] & string

/** A record in a form: typed, saved with the version that was read, and merged where somebody else was quicker. */
export function useDraft<Stored extends { version: number }, Draft extends object>(options: Options<Stored, Draft>) {
  const { draftOf, labels, inWords, send, onSaved } = options
  const [record, setRecord] = useState(options.record)
  const [saved, setSaved] = useState(options.first)
  const [draft, setDraft] = useState(options.first)
  const { busy, errors, conflict, save, settle } = useSave<Stored>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const set = (said: Partial<Draft>) => setDraft((now) => ({ ...now, ...said }))

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

  /** What nobody has typed here is theirs without a question. */
  const differing = (theirs: Draft): Differing[] =>
    (Object.keys(labels) as (keyof Draft & string)[])
      .map((key) => ({ key, label: labels[key] ?? key, mine: inWords(draft, key), theirs: inWords(theirs, key) }))
      .filter(({ key, mine, theirs: other }) => mine !== other && mine !== inWords(saved, key))

  const mergeWith = (current: Stored) => (kept: ReadonlySet<string>) => {
    const theirs = draftOf(current)
    const own = Object.fromEntries(Object.entries(draft).filter(([key]) => kept.has(key)))
    setRecord(current)
    setSaved(theirs)
    setDraft({ ...theirs, ...own })
    settle()
  }

  return {
    record,
    draft,
    busy,
    errors,
    isSaved: draft === saved,
    set,
    /** What the form itself needs. */
    form: { ref: form, noValidate: true, onSubmit },
    /** What a field needs to show and change a text of the draft. */
    field: (key: TextKey<Draft>) => ({
      name: key,
      value: draft[key] as string,
      error: errors[key],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set({ [key]: currentTarget.value } as Partial<Draft>),
    }),
    /** What to merge, where somebody else has changed the record. */
    merging: conflict && {
      key: conflict.version,
      differing: differing(draftOf(conflict)),
      onMerge: mergeWith(conflict),
    },
  }
}

/** What was typed while the draft before was on its way. */
function changesOf<Draft extends object>(typed: Draft, sent: Draft): Partial<Draft> {
  const keys = (Object.keys(typed) as (keyof Draft)[]).filter((key) => typed[key] !== sent[key])
  return Object.fromEntries(keys.map((key) => [key, typed[key]])) as Partial<Draft>
}
