import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, isOutcomeUnknown } from '#app/lib/api.ts'
import { beginChange, showFailure } from '#app/queries/change-failure.ts'
import { settleLost } from '#app/state/connection.ts'
import { storedDraft } from '#app/state/drafts.ts'
import { toast } from '#app/ui/toast.tsx'

import { type Check, type FieldErrors, remainingErrors } from './draft-errors.ts'

export type FieldConflict = { key: string; label: string; mine: string; theirs: string }

type Key<Draft> = keyof Draft & string

/** How two drafts of the same record are compared and merged. */
export type Merging<Draft> = {
  /** The fields that are compared. */
  labels: Partial<Record<Key<Draft>, string>>
  displayValue: (draft: Draft, key: Key<Draft>) => string
  /** Tells values apart that are displayed alike. */
  compareValue?: (draft: Draft, key: Key<Draft>) => string
  /** Adapts the merged draft to their record. */
  rebase?: (merged: Draft, theirs: Draft) => Draft
}

type Options<Stored, Draft> = Merging<Draft> & {
  /** Names the draft in browser storage. */
  name: string
  /** Undefined for a new record. Typed text stays when the record loads again. */
  record: Stored | undefined
  /** The draft of a new record. */
  initial?: () => Draft
  draftOf: (record: Stored) => Draft
  /** Creates the record, or updates it when `record` is set. */
  send: (draft: Draft, record: Stored | undefined) => Promise<Stored>
  /** `isChanged` is true when more was typed while the draft was saved. */
  onSaved: (record: Stored, isChanged: boolean) => unknown
  /** Errors vanish when they are mended. */
  check?: Check<Draft, Stored>
  /** What to confirm before the draft is saved, if anything. */
  questionOf?: (draft: Draft, record: Stored | undefined) => Question | undefined
  /** The list in which a new record appears. */
  listUrl?: string
  /** Sending the draft again never stores it twice. */
  isRepeatable?: boolean
  /** Called when the form gets or loses unsaved changes. */
  onChanged?: ((isChanged: boolean) => void) | undefined
}

/** A title, what it means and the button that confirms it. */
export type Question = { title: string; text: string; action: string }

type TextKey<Draft> = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft] & string

/** State of a form that edits one record: the draft, its save with an optimistic version check, and the conflict. */
export function useDraft<Stored extends { version: number }, Draft extends object>(options: Options<Stored, Draft>) {
  const { draftOf, send, onSaved, onChanged } = options
  const [storage] = useState(() => storedDraft<{ record: Stored | undefined; draft: Draft }>(options.name))
  const [restored] = useState(storage.read)
  const [record, setRecord] = useState(restored ? restored.record : options.record)
  const [saved, setSaved] = useState(() => (record ? draftOf(record) : options.initial?.()) as Draft)
  const [draft, setDraft] = useState(restored ? { ...saved, ...restored.draft } : saved)
  const {
    busy,
    errors: savedErrors,
    conflict,
    isLost,
    save,
    clearConflict,
    foundSaved,
  } = useSave<Stored>(options.record ? undefined : options.listUrl, options.isRepeatable)
  const [sent, setSent] = useState<unknown>()
  const { check } = options
  const hasErrors = Object.keys(savedErrors).length > 0
  const errors =
    check && hasErrors ? remainingErrors(savedErrors, check.schema, sent, check.body(draft, record)) : savedErrors
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const messages = Object.values(savedErrors)
    if (messages.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const hidden = messages.find((message) => !form.current?.textContent?.includes(message))
    if (hidden) toast(hidden, 'error')
  }, [savedErrors])
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  const isSaved = draft === saved
  useEffect(() => onChanged?.(!isSaved), [onChanged, isSaved])
  useEffect(() => (isSaved ? storage.clear() : storage.write({ record, draft })), [storage, record, draft, isSaved])
  useEffect(() => {
    if (restored) toast('Your unsaved changes are still here')
    // A reload does not unmount, so this runs when the user leaves the page.
    return storage.clear
  }, [restored, storage])

  const take = (stored: Stored, merge: (now: Draft, typed: Draft) => Draft) => {
    const now = draftOf(stored)
    setRecord(stored)
    setSaved(now)
    setDraft((typed) => merge(now, typed))
  }
  const newer = record && options.record && options.record.version > record.version && !busy && options.record
  if (newer && (isSaved || isSameDraft(options, draft, draftOf(newer)))) take(newer, (now) => now)
  useEffect(() => {
    if (isLost && isSaved) foundSaved()
  }, [isLost, isSaved, foundSaved])

  /** Takes an updater for changes that come later, such as uploads. */
  const set = (changes: Partial<Draft> | ((now: Draft) => Partial<Draft>)) =>
    setDraft((now) => ({ ...now, ...(typeof changes === 'function' ? changes(now) : changes) }))

  const [question, setQuestion] = useState<Question & { changes: Partial<Draft> }>()

  /** Saves the draft with these changes, or asks first. */
  const submit = (changes: Partial<Draft> = {}) => {
    const next = options.questionOf?.({ ...draft, ...changes }, record)
    if (next) setQuestion({ ...next, changes })
    else store(changes)
  }
  const store = (changes: Partial<Draft>) =>
    void save(async () => {
      setSent(check?.body({ ...draft, ...changes }, record))
      const stored = await send({ ...draft, ...changes }, record)
      take(stored, (now, typed) => (typed === draft ? now : { ...now, ...changesOf(typed, draft) }))
      const isChanged = latest.current !== draft
      // After the next render, so that leaving the page asks only about what was typed meanwhile.
      setTimeout(() => onSaved(stored, isChanged), 0)
    })

  return {
    record,
    draft,
    busy,
    errors,
    isSaved,
    set,
    submit,
    /** Props of the form. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        submit()
      },
    },
    /** Props of a text field. */
    field: (key: TextKey<Draft>) => ({
      name: key,
      value: draft[key] as string,
      error: errors[key],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set({ [key]: currentTarget.value } as Partial<Draft>),
    }),
    /** Props of the dialog that asks before the draft is saved. */
    question: question && {
      ...question,
      onConfirm: () => {
        setQuestion(undefined)
        store(question.changes)
      },
      onCancel: () => setQuestion(undefined),
    },
    /** Props of the conflict panel, when someone else changed the record. */
    conflict: conflict && {
      key: conflict.version,
      conflicts: findConflicts(options, draft, draftOf(conflict), saved),
      onResolve: (mineKeys: ReadonlySet<string>) => {
        take(conflict, (theirs, mine) => mergeDrafts(options, mine, theirs, mineKeys))
        clearConflict()
      },
    },
  }
}

/** Saves a form: returns validation errors by field, and the current record when someone else changed it (409). */
function useSave<Current>(listUrl: string | undefined, isRepeatable = false) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [conflict, setConflict] = useState<Current>()
  const [isLost, setLost] = useState(false)

  async function save(request: () => Promise<void>): Promise<void> {
    setBusy(true)
    setErrors({})
    setLost(false)
    beginChange()
    try {
      await request()
    } catch (error) {
      const details = error instanceof ApiError ? error.errors.toReversed() : []
      const hasFields = details.length > 0 && details.every(({ field }) => field)
      if (error instanceof ApiError && error.status === 409 && error.current) setConflict(error.current as Current)
      else if (!hasFields) showFailure(error, { listUrl, isRepeatable })
      setLost(isOutcomeUnknown(error))
      if (hasFields) setErrors(Object.fromEntries(details.map(({ field = '', description }) => [field, description])))
    } finally {
      setBusy(false)
    }
  }

  /** The response was lost, but the loaded record has the changes. */
  const foundSaved = useCallback(() => {
    setLost(false)
    settleLost('saved')
  }, [])

  return { busy, errors, conflict, isLost, save, clearConflict: () => setConflict(undefined), foundSaved }
}

/** Changes made while the previous draft was being saved. */
function changesOf<Draft extends object>(typed: Draft, sent: Draft): Partial<Draft> {
  const keys = (Object.keys(typed) as (keyof Draft)[]).filter((key) => typed[key] !== sent[key])
  return Object.fromEntries(keys.map((key) => [key, typed[key]])) as Partial<Draft>
}

const isSameDraft = <Draft>(
  { labels, displayValue, compareValue = displayValue }: Merging<Draft>,
  mine: Draft,
  theirs: Draft,
) => (Object.keys(labels) as Key<Draft>[]).every((key) => compareValue(mine, key) === compareValue(theirs, key))

/** Fields that both sides changed. A field that was not changed here takes their value without a conflict. */
export function findConflicts<Draft extends object>(
  { labels, displayValue, compareValue = displayValue }: Merging<Draft>,
  mine: Draft,
  theirs: Draft,
  before: Draft,
): FieldConflict[] {
  const differs = (key: Key<Draft>, other: Draft) => compareValue(mine, key) !== compareValue(other, key)
  return (Object.keys(labels) as Key<Draft>[])
    .filter((key) => differs(key, theirs) && differs(key, before))
    .map((key) => ({
      key,
      label: labels[key] ?? key,
      mine: displayValue(mine, key),
      theirs: displayValue(theirs, key),
    }))
}

/** Their draft, with my value for each key in `mineKeys`. */
export function mergeDrafts<Draft extends object>(
  { rebase = (merged) => merged }: Merging<Draft>,
  mine: Draft,
  theirs: Draft,
  mineKeys: ReadonlySet<string>,
): Draft {
  const own = Object.fromEntries(Object.entries(mine).filter(([key]) => mineKeys.has(key)))
  return rebase({ ...theirs, ...own }, theirs)
}
