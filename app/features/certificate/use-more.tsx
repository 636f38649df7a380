import { type ReactNode, useState } from 'react'

/** The first certificates, and a button for more: an order of a hotel can have hundreds. */
export function useMore<T>(all: readonly T[]): { shown: readonly T[]; more: ReactNode } {
  const [count, setCount] = useState(10)
  const more = all.length > count && (
    <button type="button" className="btn-text" onClick={() => setCount(count + 100)}>
      <span>Show more certificates</span>
    </button>
  )
  return { shown: all.slice(0, count), more }
}
