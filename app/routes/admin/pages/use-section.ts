import type { ChangeEvent } from 'react'
import type * as z from 'zod/mini'
import { newKey } from '#app/features/admin/new-key.ts'
import { useDraft } from '#app/features/admin/use-draft.ts'
import { toast } from '#app/ui/toast.tsx'

/** A row with a React key. Saving keeps the keys of rows that did not move, and so the focus. */
export type Keyed<Row> = Row & { rowKey: string }

const keyed = <Row>(row: Row, rowKey: string): Keyed<Row> => ({ ...row, rowKey })

type Stored<Row> = { version: number; rows: Row[] }
type Options<Row> = {
  section: Stored<Row>
  label: string
  schema: z.ZodMiniType
  /** Text of a row in the conflict panel. */
  displayValue: (row: Row) => string
  send: (section: Stored<Row>) => Promise<Stored<Row>>
}

/** State of a content section: its rows are edited and saved together. */
export function useSection<Row extends object>({ section, label, schema, displayValue, send }: Options<Row>) {
  const editor = useDraft<Stored<Row>, { rows: Keyed<Row>[] }>({
    name: label,
    record: section,
    draftOf: ({ rows }) => ({ rows: rows.map((row, index) => keyed(row, `row ${index}`)) }),
    labels: { rows: label },
    displayValue: ({ rows }) => rows.map(displayValue).join('\n\n'),
    compareValue: ({ rows }) => JSON.stringify(rows, (key, value) => (key === 'rowKey' ? undefined : value)),
    check: { schema, body: ({ rows }, { version } = section) => ({ version, rows }) },
    send: ({ rows }, { version } = section) => send({ version, rows }),
    onSaved: () => toast('Changes saved and published', 'success'),
  })
  const { rows } = editor.draft
  const setRows = (change: (now: Keyed<Row>[]) => Keyed<Row>[]) => editor.set((now) => ({ rows: change(now.rows) }))
  const set = (index: number, changes: Partial<Row>) =>
    setRows((now) => now.map((row, at) => (at === index ? { ...row, ...changes } : row)))
  return {
    label,
    editor,
    rows,
    set,
    /** Props of a text field. */
    field: (index: number, key: keyof Row & string) => ({
      name: `rows.${index}.${key}`,
      value: String(rows[index]?.[key] ?? ''),
      error: editor.errors[`rows.${index}.${key}`],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(index, { [key]: currentTarget.value } as Partial<Row>),
    }),
    add: (row: Row) => setRows((now) => [...now, keyed(row, newKey())]),
    remove: (index: number) => setRows((now) => now.toSpliced(index, 1)),
    move: (index: number, by: -1 | 1) =>
      setRows((now) => {
        const [row] = now.slice(index, index + 1)
        return row ? now.toSpliced(index, 1).toSpliced(index + by, 0, row) : now
      }),
  }
}
