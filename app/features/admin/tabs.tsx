import { Link } from 'react-router'

type Props = {
  label: string
  to: string
  /** Query parameter that holds the selected tab. */
  name: string
  tabs: readonly (readonly [value: string, title: string])[]
  current: string
}

export function Tabs({ label, to, name, tabs, current }: Props) {
  return (
    <nav className="admin-tabs" aria-label={label}>
      {tabs.map(([value, title]) => (
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
