import { useSyncExternalStore } from 'react'
import { findScale, type ScreenSize, type StoredScale, scaleLimits, withoutScreen } from '#app/lib/screen-scale.ts'
import { onStorageChange, readStoredJson, writeStored } from './storage.ts'

const key = 'screenScales'
const maxScreens = 5
const listeners = new Set<() => void>()

const isStoredScale = (value: Partial<StoredScale> | null): value is StoredScale =>
  [value?.width, value?.height, value?.ratio].every((size) => Number(size) > 0) &&
  Number(value?.scale) >= scaleLimits.min &&
  Number(value?.scale) <= scaleLimits.max

function readScales(): StoredScale[] {
  const stored = readStoredJson<Partial<StoredScale>[]>(key)
  return Array.isArray(stored) ? stored.filter(isStoredScale) : []
}

const currentScreen = (): ScreenSize => ({
  width: window.screen.width,
  height: window.screen.height,
  ratio: window.devicePixelRatio,
})

const currentScale = () => findScale(readScales(), currentScreen())

function write(scales: StoredScale[]): void {
  writeStored(key, scales.length > 0 ? scales.slice(0, maxScreens) : null)
  for (const listener of listeners) listener()
}

export function storeScreenScale(scale: number): void {
  const screen = currentScreen()
  write([{ ...screen, scale }, ...withoutScreen(readScales(), screen)])
}

export const forgetScreenScale = () => write(withoutScreen(readScales(), currentScreen()))

const checkEveryMs = 500

/** Zoom resizes the window. A window that moves to another screen may cause no event, so the screen is also polled. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('resize', listener)
  const stopStored = onStorageChange(key, listener)
  const timer = setInterval(listener, checkEveryMs)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('resize', listener)
    stopStored()
    clearInterval(timer)
  }
}

/** CSS pixels per millimeter on this screen, if the visitor has measured it. */
export const useScreenScale = (): number | undefined => useSyncExternalStore(subscribe, currentScale, () => undefined)
