import { QueryClient } from '@tanstack/react-query'
import { type Answer, type CallArguments, call, isSessionExpired } from '#app/lib/api.ts'
import { readSession } from '#app/state/session.ts'
import { askToSignInAgain } from '#app/state/sign-in-again.ts'
import type { Contract } from '#shared/endpoint.ts'

/** Holds what belongs to the signed-in user. Visitors do not download it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 0, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** Calls the API with the session token. For queries that the loader of a page waits for. */
export function callWithToken<const C extends Contract>(contract: C, ...[input]: CallArguments<C>): Promise<Answer<C>> {
  return call(contract, ...([{ ...input, token: readSession().token }] as CallArguments<C>))
}

/** Calls the API with the session token. When the session has expired, opens the sign-in dialog and retries. */
export async function callAuthenticated<const C extends Contract>(
  contract: C,
  ...input: CallArguments<C>
): Promise<Answer<C>> {
  try {
    return await callWithToken(contract, ...input)
  } catch (error) {
    // No dialog for a user who has just signed out.
    if (!isSessionExpired(error) || !readSession().isLoggedIn || !(await askToSignInAgain())) throw error
    return callWithToken(contract, ...input)
  }
}

/** For what the loader of a page loads. The end of a session clears the cache, and must not load the page again. */
export const loadedFor = (userId: string) => ({
  enabled: () => readSession().userId === userId,
  refetchOnMount: false,
  refetchOnWindowFocus: false,
})
