import { useEffect, useState } from 'react'

/** A shorter wait is better shown by nothing at all. */
const noticeableMs = 150

/** What a page waits for, once the wait is long enough to be noticed. */
export function useLasting<What>(awaited: What | undefined): What | undefined {
  const [shown, setShown] = useState<What>()
  useEffect(() => {
    const timer = setTimeout(() => setShown(() => awaited), awaited ? noticeableMs : 0)
    return () => clearTimeout(timer)
  }, [awaited])
  return awaited && shown
}
