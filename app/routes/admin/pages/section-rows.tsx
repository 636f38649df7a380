import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import type { Keyed } from './use-section.ts'

type Props<Row> = {
  section: {
    rows: Keyed<Row>[]
    add: (row: Row) => void
    move: (index: number, by: -1 | 1) => void
    remove: (index: number) => void
  }
  /** Noun for one row, used in button labels. */
  name: string
  addLabel: string
  blank: Row
  isOrdered?: boolean
  children: (row: Row, index: number) => ReactNode
}

export function SectionRows<Row>({ section, name, addLabel, blank, isOrdered = true, children }: Props<Row>) {
  return (
    <>
      <ul className={`mb-4 grid ${isOrdered ? 'gap-4' : ''}`}>
        {section.rows.map((row, index) => (
          <li
            key={row.rowKey}
            className={`grid grid-cols-[minmax(0,1fr)_auto] gap-4 border-rule border-b pb-4 ${isOrdered ? '' : 'sm:border-0 sm:pb-0'}`}
          >
            <div>{children(row, index)}</div>
            <RowButtons
              name={`${name} ${index + 1}`}
              order={isOrdered && { index, count: section.rows.length, move: (by) => section.move(index, by) }}
              remove={() => section.remove(index)}
            />
          </li>
        ))}
      </ul>
      <Button look="line" onClick={() => section.add(blank)}>
        {addLabel}
      </Button>
    </>
  )
}

type Order = { index: number; count: number; move: (by: -1 | 1) => void }
type RowButtonsProps = { name: string; order: Order | false; remove: () => void }

function RowButtons({ name, order, remove }: RowButtonsProps) {
  return (
    <div className={`flex flex-col ${order ? '' : 'sm:pt-5.5'}`}>
      {order && <MoveButtons name={name} {...order} />}
      <button type="button" className="icon-btn" aria-label={`Remove ${name}`} onClick={remove}>
        <Icon name="close" />
      </button>
    </div>
  )
}

function MoveButtons({ name, index, count, move }: Order & { name: string }) {
  return (
    <>
      <button
        type="button"
        className="icon-btn disabled:text-rule"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => move(-1)}
      >
        <Icon name="down" className="ico rotate-180" />
      </button>
      <button
        type="button"
        className="icon-btn disabled:text-rule"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => move(1)}
      >
        <Icon name="down" />
      </button>
    </>
  )
}
