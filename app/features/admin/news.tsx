import { useState } from 'react'
import { useLocation } from 'react-router'

const nouns = { order: ['new order', 'new orders'], enquiry: ['new enquiry', 'new enquiries'] } as const
type Noun = keyof typeof nouns

const textOf = (name: Noun, count: number) => (count === 0 ? '' : `${count} ${nouns[name][count === 1 ? 0 : 1]}`)

/** Always in the page, because screen readers announce only changes of an existing element. */
function News({ text }: { text: string }) {
  return (
    <p className="m-0 text-granite" role="status">
      {text}
    </p>
  )
}

type NewRowsProps = { ids: readonly string[]; name: Noun }

/** How many rows came since this list was opened. Another filter or page is another list. */
export function NewRows(props: NewRowsProps) {
  return <CountedRows key={useLocation().search} {...props} />
}

function CountedRows({ ids, name }: NewRowsProps) {
  // Ids grow with time.
  const [newest] = useState(() => ids.reduce((max, id) => (id > max ? id : max), ''))
  return <News text={textOf(name, ids.filter((id) => id > newest).length)} />
}

/** Null if the role may not see enquiries. */
type Waiting = { toConfirm: number; enquiries: number | null }

/** How many orders and enquiries came since the page was opened, by the counts of the open tasks. */
export function NewTasks({ waiting }: { waiting: Waiting }) {
  const orders = useRise(waiting.toConfirm)
  const enquiries = useRise(waiting.enquiries ?? 0)
  return <News text={[textOf('order', orders), textOf('enquiry', enquiries)].filter(Boolean).join(', ')} />
}

/** The sum of all increases of a number. */
function useRise(count: number): number {
  const [seen, setSeen] = useState({ count, rise: 0 })
  if (count !== seen.count) setSeen({ count, rise: seen.rise + Math.max(0, count - seen.count) })
  return seen.rise
}
