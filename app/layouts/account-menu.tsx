import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { useSession } from '#app/state/session.ts'
import { Icon } from '#app/ui/icons.tsx'
import type { Dropdowns } from './dropdowns.ts'
import { paths } from './navigation.ts'
import { OpenButton } from './open-button.tsx'
import { signOut } from './sign-out.ts'

const key = 'account'
const rowClass = 'flex min-h-target w-full items-center px-5 text-left text-[.9375rem] hover:bg-stage'

export function AccountMenu({ dropdowns }: { dropdowns: Dropdowns }) {
  const panel = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const isLoggedIn = useSession((session) => session.isLoggedIn)
  const isOpen = dropdowns.open === key

  const logOut = () => {
    signOut()
    dropdowns.close()
    trigger.current?.focus()
  }

  return (
    <div className="relative max-lg:hidden" data-dropdown={key}>
      <OpenButton
        ref={trigger}
        label="Account"
        to={paths.login}
        controls={{ panel, isOpen }}
        onPress={() => dropdowns.press(key)}
      >
        <Icon name="user" />
      </OpenButton>
      <ul
        id={panel}
        className="absolute top-[calc((var(--spacing-header)+var(--spacing-target))/2)] right-0 w-50 bg-paper py-2 text-ink [box-shadow:var(--shadow-float)] transition-opacity duration-(--duration-quick) ease-enter starting:opacity-0"
        hidden={!isOpen}
      >
        {isLoggedIn ? (
          <>
            <li>
              <Link className={rowClass} to={paths.profile}>
                Profile
              </Link>
            </li>
            <li>
              <button type="button" className={rowClass} onClick={logOut}>
                Logout
              </button>
            </li>
          </>
        ) : (
          <>
            <li>
              <Link className={rowClass} to={paths.login}>
                Login
              </Link>
            </li>
            <li>
              <Link className={rowClass} to={paths.register}>
                Register
              </Link>
            </li>
          </>
        )}
      </ul>
    </div>
  )
}
