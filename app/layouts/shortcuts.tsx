import { Dialog } from '@base-ui/react/dialog'
import { useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'
import { setHelpOpen, setSingleKeys, useShortcuts } from '#app/state/shortcuts.ts'
import { Icon } from '#app/ui/icons.tsx'
import { can, type Role } from '#shared/rights.ts'
import { isSingleKey, type Shortcut, shortcuts } from './shortcut-table.ts'

const sequenceMs = 1500
const typing = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]'
const dialogs = '[role=dialog], [role=alertdialog], [role=listbox], [role=menu]'

const isAllowed = ({ action }: Shortcut, role: Role) => typeof action === 'string' || can(role, action.right)

const controlOf = ({ keys }: Shortcut) =>
  [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${keys[0]}"]`)].find(
    (each) => each.getClientRects().length > 0,
  )

const saveButton = () => document.querySelector<HTMLElement>('form[data-draft] [type=submit]:enabled')

/** A shortcut of the page works only where its control is. */
const isPresent = (shortcut: Shortcut) =>
  shortcut.action === 'control'
    ? controlOf(shortcut) !== undefined
    : shortcut.action !== 'save' || saveButton() !== null

/** Runs the shortcuts of the back office, and shows them with `?`. */
export function Shortcuts({ role }: { role: Role }) {
  useShortcutKeys(role)
  const { isHelpOpen, hasSingleKeys } = useShortcuts()
  return (
    <Dialog.Root open={isHelpOpen} onOpenChange={setHelpOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim z-62" />
        <Dialog.Popup className="modal z-63 max-h-[calc(100dvh-2rem)] w-[min(calc(100%-40px),48rem)] overflow-y-auto data-ending-style:ease-enter">
          <div className="sticky top-0 flex items-center justify-between bg-paper py-2 pr-2 pl-6">
            <Dialog.Title className="t-h4">Keyboard shortcuts</Dialog.Title>
            <Dialog.Close className="icon-btn" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <div className="px-6 pb-6">
            <div className="sm:columns-2 sm:gap-x-12">
              {isHelpOpen &&
                shortcuts.map(({ group, rows }) => (
                  <Group
                    key={group}
                    title={group}
                    rows={rows.filter((row) => isAllowed(row, role) && isPresent(row))}
                  />
                ))}
            </div>
            <label className="mt-5 flex min-h-target items-center gap-3 border-rule border-t pt-4">
              <input
                className="check"
                type="checkbox"
                checked={hasSingleKeys}
                onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
              />
              Use shortcuts of single keys
            </label>
            <p className="t-note m-0 mt-1 text-granite">
              Turn them off if you dictate text or press keys by accident. The question mark at the end of the menu
              opens this list again.
            </p>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Group({ title, rows }: { title: string; rows: Shortcut[] }) {
  if (rows.length === 0) return null
  return (
    <section className="break-inside-avoid pt-3">
      <h3 className="m-0 mb-1 font-normal font-sans text-granite text-note">{title}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6">
        {rows.map(({ keys, title: name }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid items-center border-rule border-t py-1.5">
            <dt>{name}</dt>
            <dd className="flex items-center justify-end gap-1.5">
              {keys.map((key, index) => (
                <span key={key} className="flex items-center gap-1.5">
                  {index > 0 && <span className="t-note text-granite">then</span>}
                  <kbd className="grid min-w-7 place-items-center border border-edge px-1.5 py-0.5 font-sans text-note">
                    {keyName(key)}
                  </kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

function keyName(key: string): string {
  if (key === 'Escape') return 'Esc'
  if (key.startsWith('Mod+')) return `${isMac() ? '⌘' : 'Ctrl'} + ${key.slice(4).toUpperCase()}`
  return /^[a-z]$/.test(key) ? key.toUpperCase() : key
}

function useShortcutKeys(role: Role): void {
  const navigate = useNavigate()
  // Before the page is painted, so that no key is lost.
  useLayoutEffect(() => {
    let pressed: { key: string; at: number } | undefined

    const run = (shortcut: Shortcut) => {
      const { action } = shortcut
      if (typeof action !== 'string') void navigate(action.to)
      else if (action === 'help') setHelpOpen(true)
      else if (action === 'save') saveButton()?.click()
      else pressControl(shortcut)
    }
    const onKey = (event: KeyboardEvent) => {
      const key = pressedKey(event)
      const isCombination = key.startsWith('Mod+')
      const isTyping = event.target instanceof Element && event.target.closest(typing)
      if (event.defaultPrevented || event.isComposing || document.querySelector(dialogs)) return
      if (!isCombination && (isTyping || event.ctrlKey || event.metaKey || event.altKey)) return
      const first = pressed && event.timeStamp - pressed.at < sequenceMs ? pressed.key : undefined
      pressed = { key, at: event.timeStamp }
      const sequence = first ? [first, key] : [key]
      const found = findShortcut(sequence, role) ?? findShortcut([key], role)
      if (!found) return
      event.preventDefault()
      pressed = undefined
      run(found)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, role])
}

const pressedKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  (isMac() ? metaKey : ctrlKey) ? `Mod+${key.toLowerCase()}` : key.length === 1 ? key.toLowerCase() : key

function findShortcut(keys: string[], role: Role): Shortcut | undefined {
  const { hasSingleKeys } = useShortcuts.getState()
  return shortcuts
    .flatMap(({ rows }) => rows)
    .find(
      (each) =>
        each.keys.join(' ') === keys.join(' ') &&
        each.action !== 'built in' &&
        isAllowed(each, role) &&
        (hasSingleKeys || !isSingleKey(each)) &&
        isPresent(each),
    )
}

function pressControl(shortcut: Shortcut): void {
  const control = controlOf(shortcut)
  if (control instanceof HTMLInputElement) {
    control.focus()
    control.select()
  } else control?.click()
}
