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

/** Calls the API with the session token. When the session has expired, opens the sign-in dialog and retries. */
export async function callAuthenticated<const C extends Contract>(
  contract: C,
  ...[input]: CallArguments<C>
): Promise<Answer<C>> {
  const attempt = () => call(contract, ...([{ ...input, token: readSession().token }] as CallArguments<C>))
  try {
    return await attempt()
  } catch (error) {
    // No dialog for a user who has just signed out.
    if (!isSessionExpired(error) || !readSession().isLoggedIn || !(await askToSignInAgain())) throw error
    return attempt()
  }
}
