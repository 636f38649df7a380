import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { toast } from '#app/ui/toast.tsx'
import type { ProductListRow, ProductRecord } from '#modules/catalog/admin-schema.ts'

type Quick = { price?: number; priceInUSD?: number; stock?: number; stockRead?: number }
type Save = (row: ProductListRow, change: Quick) => Promise<boolean>

/**
 * Changes a piece from the list, which is read again after each change, refused or not. Changes of one piece go one
 * after the other; a row that was read before such a change counts as what the change made of it, and as nothing else.
 */
export function useQuickChange(): Save {
  const { revalidate } = useRevalidator()
  const turns = useRef(new Map<number, Promise<unknown>>())
  const ownVersions = useRef(new Map<string, number>())

  const newestOwn = (productId: number, version: number): number => {
    const next = ownVersions.current.get(`${productId} ${version}`)
    return next === undefined ? version : newestOwn(productId, next)
  }

  const put = async ({ productId, version: read }: ProductListRow, change: Quick) => {
    const version = newestOwn(productId, read)
    const body = { version, ...change }
    const stored = await callAsCustomer<ProductRecord>(`/admin/products/${productId}/quick`, { method: 'PUT', body })
    if (stored.version !== version) ownVersions.current.set(`${productId} ${version}`, stored.version)
  }

  return async (row, change) => {
    const turn = (turns.current.get(row.productId) ?? Promise.resolve()).then(() => put(row, change))
    turns.current.set(
      row.productId,
      turn.catch(() => {}),
    )
    let isDone = false
    try {
      await turn
      toast(`${row.name} saved`, 'success')
      isDone = true
    } catch (error) {
      toast(errorMessage(error, 'Something went wrong, please try again later'), 'error')
    }
    await revalidate()
    return isDone
  }
}
