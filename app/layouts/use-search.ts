import { useEffect, useState } from 'react'
import { call, errorMessage } from '#app/lib/api.ts'
import { searchProducts, type WireProductCard } from '#modules/catalog/contract.ts'

const debounceMs = 150
const pageSize = 6

export type SearchState = { products: WireProductCard[]; total: number } | { failure: string }

/** Searches after a pause in typing. A newer text aborts the request of an older one. */
export function useSearch(text: string): SearchState | undefined {
  const [state, setState] = useState<SearchState>()
  const Name = text.trim()

  useEffect(() => {
    if (!Name) return setState(undefined)
    const controller = new AbortController()
    const update = (next: SearchState) => !controller.signal.aborted && setState(next)
    const timer = setTimeout(() => {
      call(searchProducts, { query: { Name, pageSize }, signal: controller.signal }).then(
        ({ products, totalRecords }) => update({ products, total: totalRecords }),
        (error) => update({ failure: errorMessage(error, 'The search failed. Please try again.') }),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [Name])

  return state
}
