import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

/** Links of which one is the current page. On a phone the row scrolls, and the current one is in view. */
export function TabList({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  const nav = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname, search])
  return (
    <nav ref={nav} className={`admin-tabs ${className}`} aria-label={label}>
      {children}
    </nav>
  )
}

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
    <TabList label={label}>
      {tabs.map(([value, title]) => (
        <Link
          key={value}
          to={value ? `${pathname}?${new URLSearchParams({ [name]: value })}` : pathname}
          aria-current={value === current ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </TabList>
  )
}
