import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useSave } from '#app/features/admin/use-save.ts'
import { callAuthenticated } from '#app/state/authenticated-call.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Section, SectionName } from '#modules/content/admin-contract.ts'

let lastRowKey = 0

/** A row with a stable React key. */
export type Keyed<Row> = Row & { rowKey: string }

function keyed<Row>(row: Row): Keyed<Row> {
  lastRowKey += 1
  return { ...row, rowKey: `row ${lastRowKey}` }
}

/** State of a content section: its rows are edited and saved together. */
export function useSection<Name extends SectionName>(name: Name, initial: Section<Name>) {
  type Row = Section<Name>['rows'][number]
  const [version, setVersion] = useState(initial.version)
  const [saved, setSaved] = useState(() => (initial.rows as Row[]).map(keyed))
  const [rows, setRows] = useState(saved)
  const { busy, errors, conflict, save, clearConflict } = useSave<Section<Name>>()
  const set = (index: number, changes: Partial<Row>) =>
    setRows((now) => now.map((row, at) => (at === index ? { ...row, ...changes } : row)))
  return {
    rows,
    busy,
    conflict,
    isChanged: rows !== saved && !busy,
    set,
    /** Props of a text field. */
    field: (index: number, key: keyof Row & string) => ({
      name: `rows.${index}.${key}`,
      value: String(rows[index]?.[key] ?? ''),
      error: errors[`rows.${index}.${key}`],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(index, { [key]: currentTarget.value } as Partial<Row>),
    }),
    add: (row: Row) => setRows((now) => [...now, keyed(row)]),
    remove: (index: number) => setRows((now) => now.toSpliced(index, 1)),
    move: (index: number, by: -1 | 1) =>
      setRows((now) => {
        const [row] = now.slice(index, index + 1)
        return row ? now.toSpliced(index, 1).toSpliced(index + by, 0, row) : now
      }),
    /** Takes their rows, or keeps mine for the next save. */
    resolveConflict: (keepMine: boolean) => {
      if (!conflict) return
      setVersion(conflict.version)
      if (!keepMine) {
        const theirs = (conflict.rows as Row[]).map(keyed)
        setSaved(theirs)
        setRows(theirs)
      }
      clearConflict()
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void save(async () => {
        const body = { version, rows }
        const stored = await callAuthenticated<Section<Name>>(`/admin/${name}`, { method: 'PUT', body })
        const now = (stored.rows as Row[]).map(keyed)
        setVersion(stored.version)
        setSaved(now)
        setRows((typed) => (typed === rows ? now : typed))
        toast('Changes saved and published', 'success')
      })
    },
  }
}
