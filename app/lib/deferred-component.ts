import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { create } from 'zustand'
import { toast } from '#app/ui/toast.tsx'
import { note } from './log-error.ts'

type Load<Part> = () => Promise<Part>

let isAnyLost = false

/** How many parts somebody waits for. */
const useAwaited = create(() => 0)

export const useFetching = (): boolean => useAwaited((count) => count > 0)

function awaitPart(): () => void {
  useAwaited.setState((count) => count + 1, true)
  return () => useAwaited.setState((count) => count - 1, true)
}

/** The build's own loader asks for a stylesheet only once, whether it came or not. */
function fetchStylesAgain(): void {
  isAnyLost = false
  for (const link of document.querySelectorAll('link[rel=stylesheet][crossorigin]'))
    document.head.append(link.cloneNode())
}

/** What was lost is fetched again the next time, where the browser allows it: some want the page reloaded first. */
export function fetchPart<Part>(load: Load<Part>): Promise<Part> {
  if (isAnyLost) fetchStylesAgain()
  return load().catch((error) => {
    isAnyLost = true
    note('A part of the page could not be had', error)
    throw error
  })
}

/**
 * What lies over the page now and then: its code is fetched when it is first wanted, and from then on it is there, so
 * that it can close in its own time. Where the code cannot be had it is given up, and fetched anew when wanted again.
 */
export function useLate<Props>(
  load: Load<{ default: ComponentType<Props> }>,
  isWanted: boolean,
  giveUp: () => void,
): ComponentType<Props> | undefined {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const whenGivenUp = useEffectEvent(giveUp)
  useEffect(() => {
    if (!isWanted || Part) return
    let isStillWanted = true
    const stopWaiting = awaitPart()
    fetchPart(load).then(
      (loaded) => setPart(() => loaded.default),
      () => isStillWanted && whenGivenUp(),
    )
    return () => {
      isStillWanted = false
      stopWaiting()
    }
  }, [load, isWanted, Part])
  return Part
}

export function sayNotOpened(): void {
  toast('This could not be opened. Please check your connection, then reload the page.', 'error')
}
