import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import type { Keyed } from './use-sheet.ts'

type Props<Row> = {
  sheet: {
    rows: Keyed<Row>[]
    add: (row: Row) => void
    move: (index: number, by: -1 | 1) => void
    remove: (index: number) => void
  }
  /** What one row is called. */
  name: string
  add: string
  blank: Row
  /** Without an order, rows cannot be moved. */
  isOrdered?: boolean
  children: (row: Row, index: number) => ReactNode
}

/** The rows of a list, each with what moves and removes it, and a way to add one. */
export function SheetRows<Row>({ sheet, name, add, blank, isOrdered = true, children }: Props<Row>) {
  return (
    <>
      <ul className={isOrdered ? 'sheet-rows' : 'sheet-rows sheet-dense'}>
        {sheet.rows.map((row, index) => (
          <li key={row.rowKey}>
            <div>{children(row, index)}</div>
            <RowTools
              name={`${name} ${index + 1}`}
              order={isOrdered && { index, count: sheet.rows.length, move: (by) => sheet.move(index, by) }}
              remove={() => sheet.remove(index)}
            />
          </li>
        ))}
      </ul>
      <Button look="line" onClick={() => sheet.add(blank)}>
        {add}
      </Button>
    </>
  )
}

type Order = { index: number; count: number; move: (by: -1 | 1) => void }
type ToolsProps = { name: string; order: Order | false; remove: () => void }

/** Up, down and away. */
function RowTools({ name, order, remove }: ToolsProps) {
  return (
    <div className="sheet-tools">
      {order && <MoveTools name={name} {...order} />}
      <button type="button" className="icon-btn" aria-label={`Remove ${name}`} onClick={remove}>
        <Icon name="close" />
      </button>
    </div>
  )
}

function MoveTools({ name, index, count, move }: Order & { name: string }) {
  return (
    <>
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
    </>
  )
}
