import { getUser } from '#modules/accounts/contract.ts'
import { callWithToken, loadedFor, queryClient } from './client.ts'

export const userQuery = (userId: string) => ({
  queryKey: ['user', userId],
  queryFn: async () => (await callWithToken(getUser, { params: { id: userId } })).data,
  ...loadedFor(userId),
})

/** After a change of the account. */
export const reloadUser = () => queryClient.invalidateQueries({ queryKey: ['user'] })
