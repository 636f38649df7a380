import type { FormEvent, ReactNode } from 'react'
import { ConflictPanel } from '#app/features/admin/conflict-panel.tsx'
import { UnsavedChangesDialog } from '#app/features/admin/unsaved-changes-dialog.tsx'
import { Button } from '#app/ui/button.tsx'

type Props<Row> = {
  label: string
  section: {
    rows: Row[]
    busy: boolean
    isChanged: boolean
    conflict: { version: number; rows: unknown[] } | undefined
    resolveConflict: (keepMine: boolean) => void
    onSubmit: (event: FormEvent) => void
  }
  /** Text of a row in the conflict panel. */
  displayValue: (row: Row) => string
  children: ReactNode
}

export function SectionForm<Row>({ label, section, displayValue, children }: Props<Row>) {
  const { rows, busy, isChanged, conflict, resolveConflict, onSubmit } = section
  const rowsAsText = (list: Row[]) => list.map(displayValue).join('\n\n')
  return (
    <>
      {conflict && (
        <ConflictPanel
          key={conflict.version}
          conflicts={[{ key: 'rows', label, mine: rowsAsText(rows), theirs: rowsAsText(conflict.rows as Row[]) }]}
          onResolve={(mineKeys) => resolveConflict(mineKeys.has('rows'))}
        />
      )}
      <form className="grid max-w-3xl gap-5" aria-label={label} noValidate onSubmit={onSubmit}>
        {children}
        <div>
          <Button type="submit" busy={busy} busyText="Saving...">
            Save changes
          </Button>
        </div>
      </form>
      <UnsavedChangesDialog isChanged={isChanged} />
    </>
  )
}
