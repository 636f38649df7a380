import { create } from 'zustand'
import { readStored, writeStored } from './storage.ts'

const key = 'singleKeyShortcuts'

type State = { isHelpOpen: boolean; hasSingleKeys: boolean }

/** Keyboard shortcuts of the back office. Those of a single key can be turned off, for people who dictate. */
export const useShortcuts = create<State>(() => ({ isHelpOpen: false, hasSingleKeys: readStored(key) !== 'off' }))

export const setHelpOpen = (isHelpOpen: boolean) => useShortcuts.setState({ isHelpOpen })

export function setSingleKeys(hasSingleKeys: boolean): void {
  writeStored(key, hasSingleKeys ? null : 'off')
  useShortcuts.setState({ hasSingleKeys })
}
