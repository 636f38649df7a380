import { useEffect, useState } from 'react'

/** Showing an indicator for a shorter wait only flickers. */
const delayMs = 150

/** Returns a new value after a delay, and `undefined` at once. */
export function useDelayedValue<Value>(value: Value | undefined): Value | undefined {
  const [delayed, setDelayed] = useState<Value>()
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(() => value), value ? delayMs : 0)
    return () => clearTimeout(timer)
  }, [value])
  return value && delayed
}
