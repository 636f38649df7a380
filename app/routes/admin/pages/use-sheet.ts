import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { callAsCustomer } from '#app/lib/personal.ts'
import { toast } from '#app/ui/toast.tsx'
import type { SheetName, ShownSheet } from '#modules/content/editor-schema.ts'
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
  const { revalidate } = useRevalidator()
  return {
    rows,
    busy,
    errors,
    conflict,
    isChanged: rows !== saved && !busy,
    set: (index: number, said: Partial<Row>) =>
      setRows((now) => now.map((row, at) => (at === index ? { ...row, ...said } : row))),
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
        await callAsCustomer(`/admin/${name}`, { method: 'PUT', body: { version, rows } })
        setSaved(rows)
        toast('Saved. The shop shows it now.', 'success')
        await revalidate()
      })
    },
  }
}
