import type { FormEvent, ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Leaving } from '../ui/leaving.tsx'
import { Merge } from '../ui/merge.tsx'

type Props<Row> = {
  label: string
  sheet: {
    rows: Row[]
    busy: boolean
    isChanged: boolean
    conflict: { version: number; rows: unknown[] } | undefined
    settle: (keepsMine: boolean) => void
    onSubmit: (event: FormEvent) => void
  }
  /** A row in words, to compare two lists by. */
  inWords: (row: Row) => string
  children: ReactNode
}

export function SheetForm<Row>({ label, sheet, inWords, children }: Props<Row>) {
  const { rows, busy, isChanged, conflict, settle, onSubmit } = sheet
  const all = (list: Row[]) => list.map(inWords).join('\n\n')
  return (
    <>
      {conflict && (
        <Merge
          key={conflict.version}
          differing={[{ key: 'rows', label, mine: all(rows), theirs: all(conflict.rows as Row[]) }]}
          onMerge={(kept) => settle(kept.has('rows'))}
        />
      )}
      <form className="goods-narrow" aria-label={label} noValidate onSubmit={onSubmit}>
        {children}
        <div>
          <Button type="submit" busy={busy} busyText="Saving...">
            Save
          </Button>
        </div>
      </form>
      <Leaving isChanged={isChanged} />
    </>
  )
}

type ToolsProps = { name: string; index: number; count: number; move: (by: -1 | 1) => void; remove: () => void }

/** Up, down and away. */
export function RowTools({ name, index, count, move, remove }: ToolsProps) {
  return (
    <div className="sheet-tools">
      <button
        type="button"
        className="icon-btn"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => move(-1)}
      >
        <Icon name="down" className="ico rotate-180" />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => move(1)}
      >
        <Icon name="down" />
      </button>
      <button type="button" className="icon-btn" aria-label={`Remove ${name}`} onClick={remove}>
        <Icon name="close" />
      </button>
    </div>
  )
}
