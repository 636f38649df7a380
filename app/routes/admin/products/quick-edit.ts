import { MutationObserver } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { isOutcomeUnknown } from '#app/lib/api.ts'
import { beginChange, showFailure } from '#app/queries/change-failure.ts'
import { callAuthenticated, queryClient } from '#app/queries/client.ts'
import { toast } from '#app/ui/toast.tsx'
import { type ProductListRow, updateStockAndPrices } from '#modules/catalog/admin-contract.ts'

type QuickEdit = { price?: number; priceInUSD?: number; stock?: number; stockRead?: number }
type Save = (row: ProductListRow, edit: QuickEdit) => Promise<boolean | undefined>

/**
 * Edits a product in the list and reloads the list afterwards. Edits of one product run one after the other. A row
 * loaded before an own edit is sent with the version that the edit produced, so it causes no conflict with itself.
 */
export function useQuickEdit(): Save {
  const { revalidate } = useRevalidator()
  const ownVersions = useRef(new Map<string, number>())

  const latestOwnVersion = (productId: number, version: number): number => {
    const next = ownVersions.current.get(`${productId} ${version}`)
    return next === undefined ? version : latestOwnVersion(productId, next)
  }

  const put = async ({ productId, version: loadedVersion }: ProductListRow, edit: QuickEdit) => {
    const version = latestOwnVersion(productId, loadedVersion)
    const body = { version, ...edit }
    const stored = await callAuthenticated(updateStockAndPrices, { params: { productId }, body })
    if (stored.version !== version) ownVersions.current.set(`${productId} ${version}`, stored.version)
  }

  return async (row, edit) => {
    const options = { scope: { id: `product ${row.productId}` }, mutationFn: () => put(row, edit) }
    let isSaved: boolean | undefined
    beginChange()
    try {
      await new MutationObserver(queryClient, options).mutate()
      toast(`${row.name} saved`, 'success')
      isSaved = true
    } catch (error) {
      isSaved = isOutcomeUnknown(error) ? undefined : false
      showFailure(error, { action: `${row.name} saved` })
    }
    await revalidate()
    return isSaved
  }
}
