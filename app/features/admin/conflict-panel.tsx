import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import type { FieldConflict } from './use-draft.ts'

type Props = { conflicts: FieldConflict[]; onResolve: (mineKeys: ReadonlySet<string>) => void }

/** Shown when two people changed the same record. The user picks one version of each conflicting field. */
export function ConflictPanel({ conflicts, onResolve }: Props) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  // The save button may be far below, so the focus moves here.
  useEffect(() => panel.current?.focus(), [])
  const [theirKeys, setTheirKeys] = useState<ReadonlySet<string>>(new Set())
  const select = (key: string, isTheirs: boolean) => {
    const next = new Set(theirKeys)
    if (isTheirs) next.add(key)
    else next.delete(key)
    setTheirKeys(next)
  }
  const mineKeys = new Set(conflicts.map(({ key }) => key).filter((key) => !theirKeys.has(key)))
  return (
    <section
      ref={panel}
      className="mb-5 border-error border-l-3 bg-paper p-6"
      aria-labelledby={id}
      role="alert"
      tabIndex={-1}
    >
      <h2 id={id} className="t-h4 flex items-center gap-3">
        <Icon name="alert" /> Someone else changed this while you were editing
      </h2>
      <p className="m-0 mt-1 text-granite">
        Your changes are not saved yet. Choose which version to keep, then save again.
      </p>
      {conflicts.length === 0 && <p className="m-0 mt-3">None of your changes conflict with theirs.</p>}
      {conflicts.map(({ key, label, mine, theirs }) => (
        <fieldset key={key} className="mt-4 grid gap-x-6 gap-y-2 border-rule border-t pt-3 sm:grid-cols-2">
          <legend className="float-left col-span-full">{label}</legend>
          <VersionOption
            name={`${id} ${key}`}
            title="Your version"
            value={mine}
            isSelected={mineKeys.has(key)}
            onSelect={() => select(key, false)}
          />
          <VersionOption
            name={`${id} ${key}`}
            title="Their version"
            value={theirs}
            isSelected={!mineKeys.has(key)}
            onSelect={() => select(key, true)}
          />
        </fieldset>
      ))}
      <Button className="mt-4" onClick={() => onResolve(mineKeys)}>
        Merge changes
      </Button>
    </section>
  )
}

type VersionOptionProps = { name: string; title: string; value: string; isSelected: boolean; onSelect: () => void }

function VersionOption({ name, title, value, isSelected, onSelect }: VersionOptionProps) {
  return (
    <label className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3 py-1">
      <input className="check" type="radio" name={name} checked={isSelected} onChange={onSelect} />
      <span>
        <span className="t-note">{title}</span>
        <span className="block whitespace-pre-line [overflow-wrap:anywhere]">{value || 'Empty'}</span>
      </span>
    </label>
  )
}
