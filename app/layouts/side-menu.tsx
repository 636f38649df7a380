import { useId, useState } from 'react'
import { Link } from 'react-router'
import { CurrencyButton } from '#app/features/currency/currency-button.tsx'
import { Wordmark } from '#app/features/site/wordmark.tsx'
import { tagUrl } from '#app/lib/urls.ts'
import { closeOverlay } from '#app/state/overlay.ts'
import { useSession } from '#app/state/session.ts'
import { Button } from '#app/ui/button.tsx'
import { capitalize, categoryEntries, collection, contentMenu, type MenuEntry, paths } from './navigation.ts'
import { ClosePanelButton, OverlayPanel } from './overlay-panel.tsx'
import { signOut } from './sign-out.ts'

export default function SideMenu() {
  const [openCategory, setOpenCategory] = useState<string | null>(null)
  return (
    <OverlayPanel
      overlay="menu"
      label="Menu"
      className="overlay fixed inset-y-0 left-0 z-52 flex w-[min(100%,22.5rem)] flex-col bg-snow data-ending-style:[translate:-100%] starting:[translate:-100%]"
    >
      <div className="flex h-header shrink-0 items-center justify-between border-rule border-b px-5">
        <Wordmark className="text-[1.25rem]" />
        <ClosePanelButton label="Close menu" className="-mr-3" />
      </div>
      <nav className="flex-1 overflow-y-auto overscroll-contain px-5" aria-label="Menu">
        {categoryEntries.map((entry) => (
          <CategorySection
            key={entry.key}
            entry={entry}
            isOpen={openCategory === entry.key}
            onToggle={() => setOpenCategory(openCategory === entry.key ? null : entry.key)}
          />
        ))}
        <ul className="m-0 list-none p-0 py-4">
          {[collection, ...contentMenu].map(({ title, to }) => (
            <li key={to}>
              <Link className="flex min-h-12 items-center" to={to}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
        <CurrencyButton className="mb-4" />
      </nav>
      <Account />
    </OverlayPanel>
  )
}

function CategorySection({ entry, isOpen, onToggle }: { entry: MenuEntry; isOpen: boolean; onToggle: () => void }) {
  const list = useId()
  return (
    <div className="accordion">
      <button type="button" className="accordion-button" aria-expanded={isOpen} aria-controls={list} onClick={onToggle}>
        {entry.plural}
        <i />
      </button>
      <ul id={list} className="m-0 list-none p-0 pb-4" hidden={!isOpen}>
        <li>
          <Link className="flex min-h-target items-center" to={entry.to}>
            View all
          </Link>
        </li>
        {entry.subcategories.map((tag) => (
          <li key={tag}>
            <Link className="flex min-h-target items-center text-granite" to={tagUrl(tag)}>
              {capitalize(tag)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Account() {
  const isLoggedIn = useSession((session) => session.isLoggedIn)
  const logOut = () => {
    signOut()
    closeOverlay()
  }
  return (
    <div className="grid grid-cols-2 gap-3 border-rule border-t p-5">
      <Link className="btn btn-ink px-0" to={isLoggedIn ? paths.profile : paths.login}>
        {isLoggedIn ? 'Profile' : 'Login'}
      </Link>
      {isLoggedIn ? (
        <Button look="line" className="px-0" onClick={logOut}>
          Logout
        </Button>
      ) : (
        <Link className="btn btn-line px-0" to={paths.register}>
          Register
        </Link>
      )}
    </div>
  )
}
