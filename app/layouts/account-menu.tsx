import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { useSession } from '#app/state/session.ts'
import { Icon } from '#app/ui/icons.tsx'
import type { Dropdowns } from './dropdowns.ts'
import { Opener } from './opener.tsx'
import { places } from './places.ts'
import { signOut } from './sign-out.ts'

const key = 'account'
const row = 'flex min-h-target w-full items-center px-5 text-left text-[.9375rem] hover:bg-stage'

export function AccountMenu({ dropdowns }: { dropdowns: Dropdowns }) {
  const panel = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const isLoggedIn = useSession((session) => session.isLoggedIn)
  const isOpen = dropdowns.open === key

  const leave = () => {
    signOut()
    dropdowns.close()
    trigger.current?.focus()
  }

  return (
    <div className="relative max-lg:hidden" data-dropdown={key}>
      <Opener
        ref={trigger}
        label="Account"
        to={places.login}
        opens={{ panel, isOpen }}
        onOpen={() => dropdowns.press(key)}
      >
        <Icon name="user" />
      </Opener>
      <ul id={panel} className="account-menu" hidden={!isOpen}>
        {isLoggedIn ? (
          <>
            <li>
              <Link className={row} to={places.profile}>
                Profile
              </Link>
            </li>
            <li>
              <button type="button" className={row} onClick={leave}>
                Logout
              </button>
            </li>
          </>
        ) : (
          <>
            <li>
              <Link className={row} to={places.login}>
                Login
              </Link>
            </li>
            <li>
              <Link className={row} to={places.register}>
                Register
              </Link>
            </li>
          </>
        )}
      </ul>
    </div>
  )
}
