import { type ChangeEvent, type FormEvent, useState } from 'react'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { toast } from '#app/ui/toast.tsx'
import type { SheetName, ShownSheet } from '#modules/content/admin-schema.ts'
import { useSave } from '../ui/use-save.ts'

let made = 0

/** A row with something to be known by while it is moved about. */
export type Keyed<Row> = Row & { rowKey: string }

function keyed<Row>(row: Row): Keyed<Row> {
  made += 1
  return { ...row, rowKey: `row ${made}` }
}

/** A small list that is edited and saved as a whole. */
export function useSheet<Name extends SheetName>(name: Name, first: ShownSheet<Name>) {
  type Row = ShownSheet<Name>['rows'][number]
  const [version, setVersion] = useState(first.version)
  const [saved, setSaved] = useState(() => (first.rows as Row[]).map(keyed))
  const [rows, setRows] = useState(saved)
  const { busy, errors, conflict, save, settle } = useSave<ShownSheet<Name>>()
  const set = (index: number, said: Partial<Row>) =>
    setRows((now) => now.map((row, at) => (at === index ? { ...row, ...said } : row)))
  return {
    rows,
    busy,
    conflict,
    isChanged: rows !== saved && !busy,
    set,
    /** What a field needs to show and change a text of a row. */
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
    /** Theirs, or mine over theirs at the next saving. */
    settle: (keepsMine: boolean) => {
      if (!conflict) return
      setVersion(conflict.version)
      if (!keepsMine) {
        const theirs = (conflict.rows as Row[]).map(keyed)
        setSaved(theirs)
        setRows(theirs)
      }
      settle()
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void save(async () => {
        const body = { version, rows }
        const stored = await callAsCustomer<ShownSheet<Name>>(`/admin/${name}`, { method: 'PUT', body })
        const now = (stored.rows as Row[]).map(keyed)
        setVersion(stored.version)
        setSaved(now)
        setRows((typed) => (typed === rows ? now : typed))
        toast('Saved. The shop shows it now.', 'success')
      })
    },
  }
}
