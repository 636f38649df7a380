import { redirect } from 'react-router'
import { ApiError } from '#app/lib/api.ts'
import { loginUrl } from '#app/lib/return-to.ts'
import { endSession, readSession } from '#app/state/session.ts'

/** For the loaders of personal pages. Without a valid session, redirects to the login page and back. */
export async function loadAsCustomer<Result>(
  request: Request,
  work: (userId: string) => Promise<Result>,
): Promise<Result> {
  const { token, userId } = readSession()
  const { pathname, search } = new URL(request.url)
  const signIn = () => redirect(loginUrl(pathname + search))
  if (!token || !userId) throw signIn()
  try {
    return await work(userId)
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) throw error
    endSession()
    throw signIn()
  }
}
