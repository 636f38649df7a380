import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '#app/ui/icons.tsx'
import { ListTool, moveItem } from './list-tool.tsx'

type Props<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  nameOf: (item: Item) => string
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
  children: (item: Item, index: number) => ReactNode
  /** Shown after the item with this number. */
  divider?: { after: number; text: string }
}

type Drag = { from: number; to: number }

const scrollEdge = 90
const scrollStep = 14

/** The number of other rows whose middle is above the pointer. */
function placeAt(list: Element, dragged: number, y: number): number {
  const rows = [...list.children].filter((_, index) => index !== dragged)
  return rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}

function scrollAtEdge(y: number): void {
  if (y < scrollEdge) window.scrollBy(0, -scrollStep)
  else if (y > window.innerHeight - scrollEdge) window.scrollBy(0, scrollStep)
}

/** A list whose order is changed by dragging with mouse or finger, with the arrow keys on the handle, or with buttons. */
export function SortableList<Item>({ label, items, keyOf, nameOf, onMove, onRemove, children, divider }: Props<Item>) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  /** The end of a drag may come before React has rendered its last step. */
  const latest = useRef<Drag>(undefined)
  const [selected, setSelected] = useState<string | number>()
  const [announcement, setAnnouncement] = useState('')
  const shown = drag ? moveItem(items, drag.from, drag.to) : items
  const last = items.length - 1

  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to > last || from === to) return
    onMove(from, to)
    setAnnouncement(`${nameOf(item)}: ${to + 1} of ${items.length}`)
  }
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const targets: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }
    const to = targets[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(index, to)
  }
  const dragTo = (next: Drag | undefined) => {
    latest.current = next
    setDrag(next)
  }
  const start = (index: number) => (event: PointerEvent) => {
    if (event.button !== 0) return
    // The list holds the pointer, because React moves the row of the handle.
    list.current?.setPointerCapture(event.pointerId)
    dragTo({ from: index, to: index })
  }
  const onPointerMove = ({ currentTarget, clientY }: PointerEvent) => {
    if (!drag) return
    scrollAtEdge(clientY)
    const to = placeAt(currentTarget, drag.to, clientY)
    if (to !== latest.current?.to) dragTo({ ...drag, to })
  }
  const drop = () => {
    if (!latest.current) return
    const { from, to } = latest.current
    dragTo(undefined)
    move(from, to)
  }
  return (
    <>
      <ol
        ref={list}
        className="m-0 list-none p-0"
        aria-label={label}
        onPointerMove={onPointerMove}
        onPointerUp={drop}
        onPointerCancel={() => dragTo(undefined)}
      >
        {shown.map((item, index) => (
          <li
            key={keyOf(item)}
            className={`border-rule border-t first:border-t-0 ${drag?.to === index ? 'bg-stage' : ''}`}
          >
            {divider?.after === index && index > 0 && (
              <p className="t-note m-0 border-rule border-b py-2 text-granite">{divider.text}</p>
            )}
            <div className="flex select-none flex-wrap items-center gap-x-1 py-2 sm:gap-x-3">
              <button
                type="button"
                className="icon-btn -ml-3 shrink-0 cursor-grab touch-none text-granite active:cursor-grabbing"
                aria-label={`Move ${nameOf(item)}: drag, or use the arrow keys`}
                onPointerDown={start(index)}
                onKeyDown={onKeyDown(index)}
                onClick={() => setSelected(selected === keyOf(item) ? undefined : keyOf(item))}
              >
                <Icon name="grip" />
              </button>
              <div className="flex min-w-0 flex-1 items-center gap-3">{children(item, index)}</div>
              {/* A phone has no room for them beside the name: a tap on the handle shows them below it. */}
              <div
                className={`shrink-0 max-sm:order-1 max-sm:basis-full max-sm:justify-center max-sm:gap-8 ${selected === keyOf(item) ? 'flex' : 'flex max-sm:hidden'}`}
              >
                <ListTool
                  icon="up"
                  label={`Move ${nameOf(item)} up`}
                  isDisabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <ListTool
                  icon="down"
                  label={`Move ${nameOf(item)} down`}
                  isDisabled={index === last}
                  onClick={() => move(index, index + 1)}
                />
              </div>
              <ListTool icon="close" label={`Remove ${nameOf(item)}`} onClick={() => onRemove(index)} />
            </div>
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  )
}
