import { useEffect, useRef, useState } from 'react'

/**
 * Enter selects the result that the arrow keys or the pointer highlighted, otherwise the first one. Pressed before the
 * answer arrived, it selects the first result of the answer, never one of the text before.
 */
export function useSelectOnEnter<Hit>(isCurrent: boolean, select: (highlighted: Hit | undefined) => void) {
  const highlighted = useRef<Hit>(undefined)
  /** By the arrow keys or the pointer since the text changed. */
  const isChosen = useRef(false)
  const [isWaiting, setWaiting] = useState(false)
  const reset = () => {
    isChosen.current = false
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
      highlighted.current = hit
      // Without a reason the list was drawn again.
      if (reason !== 'none') isChosen.current = true
    },
    onEnter: () => {
      if (isChosen.current && highlighted.current) selectNow(highlighted.current)
      else if (isCurrent) selectNow(undefined)
      else setWaiting(true)
    },
  }
}
