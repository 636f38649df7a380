import { useCallback, useState } from 'react'

/** `busy` is true while the work passed to `run` is pending. */
export function useBusy(): [busy: boolean, run: (work: () => Promise<unknown>) => Promise<void>] {
  const [busy, setBusy] = useState(false)
  const run = useCallback(async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }, [])
  return [busy, run]
}
