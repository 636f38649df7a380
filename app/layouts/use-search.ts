import { useEffect, useState } from 'react'
import { callApi, errorMessage } from '#app/lib/api.ts'
import type { WireCard } from '#modules/catalog/schema.ts'

const pauseMs = 150
const shownResults = 6

type Answer = { products: WireCard[]; totalRecords: number }
export type Found = { products: WireCard[]; total: number } | { failure: string }

/** What the shop has for the text, asked after a pause in typing. A newer text silences the answer to an older one. */
export function useSearch(text: string): Found | undefined {
  const [found, setFound] = useState<Found>()
  const Name = text.trim()

  useEffect(() => {
    if (!Name) return setFound(undefined)
    const newer = new AbortController()
    const tell = (news: Found) => !newer.signal.aborted && setFound(news)
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ Name, PageSize: String(shownResults) })
      callApi<Answer>(`/product/search?${query}`, { signal: newer.signal }).then(
        ({ products, totalRecords }) => tell({ products, total: totalRecords }),
        (error) => tell({ failure: errorMessage(error, 'The search did not answer.') }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      newer.abort()
    }
  }, [Name])

  return found
}
