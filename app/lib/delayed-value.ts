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

/** The value as it was when it last stayed the same for a while. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
