import { listAddresses } from '#modules/addresses/contract.ts'
import { callWithToken, loadedFor, queryClient } from './client.ts'

export const addressesQuery = (userId: string) => ({
  queryKey: ['addresses', userId],
  queryFn: () => callWithToken(listAddresses, { params: { userId } }),
  ...loadedFor(userId),
})

/** After a change of an address. */
export const reloadAddresses = () => queryClient.invalidateQueries({ queryKey: ['addresses'] })
