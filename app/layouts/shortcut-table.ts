import type { Right } from '#shared/rights.ts'
import { adminSections } from './admin-navigation.ts'

/**
 * `control` focuses or clicks the control of the page with these `aria-keyshortcuts`; `save` submits the form with unsaved
 * changes; `built in` is done by the component itself.
 */
type Action = 'help' | 'control' | 'save' | 'built in' | { to: string; right: Right }

/** Keys are pressed one after the other. `Mod` is Ctrl, or Command on a Mac. */
export type Shortcut = { keys: readonly string[]; title: string; action: Action }

/** All shortcuts of the back office, for the handler and for the dialog. */
export const shortcuts: readonly { group: string; rows: readonly Shortcut[] }[] = [
  {
    group: 'Everywhere',
    rows: [
      { keys: ['?'], title: 'Show keyboard shortcuts', action: 'help' },
      { keys: ['/'], title: 'Search', action: 'control' },
      { keys: ['F6'], title: 'Go to the message, for example to Undo', action: 'built in' },
      { keys: ['Escape'], title: 'Close a dialog, menu or message', action: 'built in' },
    ],
  },
  {
    group: 'On this page',
    rows: [
      { keys: ['n'], title: 'Next order', action: 'control' },
      { keys: ['c'], title: 'Create or add', action: 'control' },
      { keys: ['Mod+s'], title: 'Save the form', action: 'save' },
    ],
  },
  {
    group: 'Go to',
    rows: adminSections.flat().map(({ title, to, key, right }) => ({ keys: ['g', key], title, action: { to, right } })),
  },
]

export const isSingleKey = ({ keys, action }: Shortcut) => action !== 'built in' && !keys[0]?.includes('+')
