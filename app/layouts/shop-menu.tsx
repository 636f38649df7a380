import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId } from 'react'
import { Link } from 'react-router'
import { Dropdown } from './dropdown.tsx'
import type { Dropdowns } from './dropdowns.ts'
import { type MenuEntry, shopMenu } from './navigation.ts'

const isMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse'
const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => metaKey || ctrlKey || shiftKey || altKey

/** The left menu. Its entries are links without JavaScript and open dropdowns with it. */
export function ShopMenu({ dropdowns }: { dropdowns: Dropdowns }) {
  return (
    <nav className="h-full max-lg:hidden" aria-label="Shop">
      <ul className="nav m-0 h-full list-none p-0">
        {shopMenu.map((entry) => (
          <ShopMenuItem key={entry.key} entry={entry} dropdowns={dropdowns} />
        ))}
      </ul>
    </nav>
  )
}

function ShopMenuItem({ entry, dropdowns }: { entry: MenuEntry; dropdowns: Dropdowns }) {
  const panel = useId()
  const isOpen = dropdowns.open === entry.key

  const onClick = (event: MouseEvent) => {
    if (hasModifier(event)) return
    event.preventDefault()
    dropdowns.press(entry.key)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const trigger = event.currentTarget
    const item = trigger.closest('li')
    const neighbor = { ArrowLeft: item?.previousElementSibling, ArrowRight: item?.nextElementSibling }[event.key]
    if (neighbor) neighbor.querySelector<HTMLElement>('[aria-controls]')?.focus()
    else if (event.key === ' ') dropdowns.press(entry.key)
    else if (event.key === 'ArrowDown') {
      dropdowns.show(entry.key)
      requestAnimationFrame(() => document.getElementById(panel)?.querySelector('a')?.focus())
    } else return
    event.preventDefault()
  }

  return (
    <li
      className="flex h-full items-center"
      data-dropdown={entry.key}
      onPointerEnter={(event) => isMouse(event) && dropdowns.enter(entry.key)}
      onPointerLeave={(event) => isMouse(event) && dropdowns.leave()}
    >
      <Link
        to={entry.to}
        className="nav-link"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {entry.title}
      </Link>
      <Dropdown entry={entry} id={panel} isOpen={isOpen} />
    </li>
  )
}
