import { useEffect } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { readSession, useSession } from '#app/state/session.ts'

/**
 * Reloads the data of a page when another user signs in or the user signs out, in any tab. With `signedOutPath`, signing
 * out leaves the page instead. Returns whether the loaded data belongs to the current user.
 */
export function useReloadOnUserChange(loadedUserId: string | null, signedOutPath?: string): boolean {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const check = () => {
      const { isLoggedIn, userId } = readSession()
      const hasNavigated = window.location.pathname !== pathname
      if (hasNavigated || userId === loadedUserId) return
      if (!isLoggedIn && signedOutPath) navigate(signedOutPath)
      else revalidate()
    }
    check()
    return useSession.subscribe(check)
  }, [navigate, revalidate, pathname, loadedUserId, signedOutPath])
  return useSession(({ userId }) => userId) === loadedUserId
}
