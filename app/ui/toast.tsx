import { type ComponentType, useEffect, useState } from 'react'
import { note } from '#app/lib/log-error.ts'

export type Tone = 'info' | 'success' | 'error'
export type ToastLink = { text: string; to: string }
/** `until` is known when it is first shown. */
export type Said = { text: string; tone: Tone; link?: ToastLink; until?: number }

type Speaker = (id: string, words: Said) => void

/** What is being said now: the frame is built anew when a visit ends on the not-found page, and says it on. */
const said = new Map<string, Said>()
const speakers = new Set<Speaker>()
let count = 0

/** The same sentence again restarts the toast that shows it. */
function idFor(text: string, tone: Tone): string {
  for (const [id, shown] of said) if (shown.text === text && shown.tone === tone) return id
  count += 1
  return `toast-${count}`
}

/** Says something to the person, from anywhere: top right, three seconds, longer while it is looked at. */
export function toast(text: string, tone: Tone = 'info', link?: ToastLink): void {
  const id = idFor(text, tone)
  const words: Said = { text, tone, ...(link && { link }) }
  said.set(id, words)
  for (const speaker of speakers) speaker(id, words)
}

export function unsay(id: string): void {
  said.delete(id)
}

/** Hears what is being said already, and what will be. */
export function speak(speaker: Speaker): () => void {
  for (const [id, words] of said) speaker(id, words)
  speakers.add(speaker)
  return () => void speakers.delete(speaker)
}

const signsOfLife = ['pointermove', 'touchstart', 'keydown']

/** No page needs this to begin with: its code comes with the first sign of a person, or with the first words. */
export function Toasts() {
  const [List, setList] = useState<ComponentType>()
  useEffect(() => {
    if (List) return
    const load = () =>
      void import('./toast-list.tsx').then(
        ({ ToastList }) => setList(() => ToastList),
        (error) => note('The toasts could not be loaded', error),
      )
    const stop = speak(load)
    for (const sign of signsOfLife) window.addEventListener(sign, load, { once: true, passive: true })
    return () => {
      stop()
      for (const sign of signsOfLife) window.removeEventListener(sign, load)
    }
  }, [List])
  return List && <List />
}
