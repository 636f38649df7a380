import { useEffect, useState } from 'react'
import { callApi, errorMessage } from '#app/lib/api.ts'
import type { WireProductCard } from '#modules/catalog/contract.ts'

const debounceMs = 150
const pageSize = 6

type SearchResponse = { products: WireProductCard[]; totalRecords: number }
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
      const query = new URLSearchParams({ Name, PageSize: String(pageSize) })
      callApi<SearchResponse>(`/product/search?${query}`, { signal: controller.signal }).then(
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
