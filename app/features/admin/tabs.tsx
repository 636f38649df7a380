import { Link, useLocation } from 'react-router'

type Props = {
  label: string
  /** Query parameter that holds the selected tab. */
  name: string
  tabs: readonly (readonly [value: string, title: string])[]
}

export function Tabs({ label, name, tabs }: Props) {
  const { pathname, search } = useLocation()
  const current = new URLSearchParams(search).get(name) ?? ''
  return (
    <nav className="admin-tabs" aria-label={label}>
      {tabs.map(([value, title]) => (
        <Link
          key={value}
          to={value ? `${pathname}?${new URLSearchParams({ [name]: value })}` : pathname}
          aria-current={value === current ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
