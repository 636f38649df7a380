import { useEffect, useRef, useState } from 'react'

/**
 * Enter selects the result that the arrow keys or the pointer highlighted, otherwise the first one. Pressed before the
 * answer arrived, it selects the first result of the answer, never one of the text before.
 */
export function useSelectOnEnter<Hit>(isCurrent: boolean, select: (highlighted: Hit | undefined) => void) {
  const highlighted = useRef<Hit>(undefined)
  const [isWaiting, setWaiting] = useState(false)
  const reset = () => {
    highlighted.current = undefined
    setWaiting(false)
  }
  const selectNow = (hit: Hit | undefined) => {
    reset()
    select(hit)
  }
  useEffect(() => {
    if (isWaiting && isCurrent) selectNow(undefined)
  })
  return {
    /** When the text changes. */
    reset,
    onItemHighlighted: (hit: Hit | undefined, { reason }: { reason: string }) => {
      highlighted.current = reason === 'none' ? undefined : hit
    },
    onEnter: () => {
      if (highlighted.current) selectNow(highlighted.current)
      else if (isCurrent) selectNow(undefined)
      else setWaiting(true)
    },
  }
}
