import { type ReactNode, useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { type Tab, tabs, tabUrl } from '#app/features/account/profile-tabs.ts'
import { Seo } from '#app/features/site/seo.tsx'
import type { WireUser } from '#modules/accounts/contract.ts'

type Props = {
  tab: Tab
  name?: string
  /** Staff get a link to the back office. */
  isStaff?: boolean
  isBusy?: boolean
  aside?: ReactNode
  children: ReactNode
}

/** The user data that the layout shows. */
export const layoutProps = ({ name, role }: WireUser) => ({ name, isStaff: role !== 'Customer' })

/** Name and tabs are on the left, or on top on small screens. */
export function ProfileLayout({ tab, name = '', isStaff = false, isBusy = false, aside, children }: Props) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => scrollToCurrentTab(nav.current, tab), [tab])
  return (
    <div className="page grid-12 fill-screen content-start gap-y-8 pt-10 pb-section lg:pt-14">
      <Seo title={tab.label} description="Your account." path="/profile" />
      <div className="col-span-12 min-w-0 lg:col-span-2">
        <p className="t-note m-0 min-h-5 truncate" title={name}>
          {name}
        </p>
        <nav
          ref={nav}
          className="relative -mr-gutter flex gap-6 overflow-x-auto pr-gutter [scrollbar-width:none] lg:mt-4 lg:mr-0 lg:flex-col lg:gap-0 lg:overflow-visible lg:pr-0"
          aria-label="Profile"
        >
          {tabs.map(({ key, label }) => (
            <Link
              key={key}
              to={tabUrl(key)}
              className="tab-link"
              aria-current={key === tab.key ? 'page' : undefined}
              preventScrollReset
            >
              <span>{label}</span>
            </Link>
          ))}
          {isStaff && (
            <Link to={href('/admin')} className="tab-link">
              <span>Back office</span>
            </Link>
          )}
        </nav>
      </div>
      <div className={`col-span-12 min-w-0 ${aside ? 'lg:col-span-6' : 'lg:col-span-10'}`} aria-busy={isBusy}>
        <h1 className="t-h2">{tab.label}</h1>
        {children}
      </div>
      {aside && (
        <aside
          className="col-span-12 self-start bg-paper p-8 framed lg:sticky lg:top-[calc(var(--spacing-header)+1.5rem)] lg:col-span-4 lg:ml-6 lg:max-h-[calc(100dvh-var(--spacing-header)-3rem)] lg:overflow-y-auto lg:overscroll-contain"
          aria-label="Order details"
        >
          {aside}
        </aside>
      )}
    </div>
  )
}

/** On small screens the tab list scrolls sideways: centers the current tab. */
function scrollToCurrentTab(nav: HTMLElement | null, { key }: Tab): void {
  const link = nav?.children[tabs.findIndex((each) => each.key === key)]
  if (nav && link instanceof HTMLElement) nav.scrollLeft = link.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2
}
