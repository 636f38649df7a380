import { useEffect } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { readSession, useSession } from '#app/state/session.ts'

/**
 * What a page shows belongs to one person, or to a visitor: it is loaded anew when somebody else comes or the person
 * leaves, in whichever tab; with `closedTo` the page is left instead when nobody is signed in any more. Says whether
 * what was loaded may be shown to whoever is here now.
 */
export function useOwner(shownId: string | null, closedTo?: string): boolean {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = () => {
      const { isLoggedIn, userId } = readSession()
      const isLeft = window.location.pathname !== pathname
      if (isLeft || userId === shownId) return
      if (!isLoggedIn && closedTo) navigate(closedTo)
      else revalidate()
    }
    look()
    return useSession.subscribe(look)
  }, [navigate, revalidate, pathname, shownId, closedTo])
  return useSession(({ userId }) => userId) === shownId
}
