import { type ComponentType, useEffect, useState } from 'react'
import { logError } from '#app/lib/log-error.ts'
import { onIdle } from '#app/lib/on-idle.ts'

export type Tone = 'info' | 'success' | 'error'
/** A link or a button. A toast with a button stays for ten seconds, for example `{ action: { label: 'Undo', run } }`. */
export type ToastOptions = {
  link?: { text: string; to: string }
  action?: { label: string; run: () => unknown }
  /** IDs of the changed records. A newer toast about one of them closes this one if it has a button. */
  subjects?: readonly string[]
}
export type ToastMessage = { text: string; tone: Tone } & ToastOptions

/** Without a message, the toast closes. */
type ToastListener = (id: string, message?: ToastMessage) => void

const activeToasts = new Map<string, ToastMessage>()
const listeners = new Set<ToastListener>()
let count = 0

/** Repeating a message restarts its toast. */
function idFor(text: string, tone: Tone): string {
  for (const [id, shown] of activeToasts) if (shown.text === text && shown.tone === tone) return id
  count += 1
  return `toast-${count}`
}

export function toast(text: string, tone: Tone = 'info', options: ToastOptions = {}): void {
  const id = idFor(text, tone)
  const message: ToastMessage = { text, tone, ...options }
  closeOlder(id, options.subjects ?? [])
  activeToasts.set(id, message)
  for (const listener of listeners) listener(id, message)
}

/** Only the last change of a record can be undone. */
function closeOlder(newest: string, changed: readonly string[]): void {
  for (const [id, { action, subjects = [] }] of [...activeToasts]) {
    if (id === newest || !action || !subjects.some((subject) => changed.includes(subject))) continue
    activeToasts.delete(id)
    for (const listener of listeners) listener(id)
  }
}

export function dismissToast(id: string): void {
  activeToasts.delete(id)
}

/** Calls the listener for the open toasts and for every new one. */
export function subscribeToasts(listener: ToastListener): () => void {
  for (const [id, message] of activeToasts) listener(id, message)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const userEvents = ['pointermove', 'touchstart', 'keydown']

/** The code of the toasts loads after the first user input, or with the first toast. */
export function Toasts() {
  const [List, setList] = useState<ComponentType>()
  useEffect(() => {
    if (List) return
    const load = () =>
      void import('./toast-list.tsx').then(
        ({ ToastList }) => setList(() => ToastList),
        (error) => logError('Could not load the toasts', error),
      )
    const loadWhenIdle = () => onIdle(load)
    const stop = subscribeToasts(load)
    for (const event of userEvents) window.addEventListener(event, loadWhenIdle, { once: true, passive: true })
    return () => {
      stop()
      for (const event of userEvents) window.removeEventListener(event, loadWhenIdle)
    }
  }, [List])
  return List && <List />
}
