import { Link } from 'react-router'

type Props = {
  to: string
  /** The parameter that says which one. */
  name: string
  queues: readonly (readonly [value: string, title: string])[]
  current: string
}

/** The states of a list, as links. */
export function Queues({ to, name, queues, current }: Props) {
  return (
    <nav className="queues" aria-label="States">
      {queues.map(([value, title]) => (
        <Link
          key={value}
          to={value ? `${to}?${new URLSearchParams({ [name]: value })}` : to}
          aria-current={value === current ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
