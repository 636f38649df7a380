import { href, useLocation } from 'react-router'
import { safePath } from '#shared/return-path.ts'
import { useHydrated } from './hydrated.ts'

const readReturnTo = (search: string) => safePath(new URLSearchParams(search).get('returnTo'))

export function withReturnTo(path: string, returnTo: string | undefined): string {
  return returnTo ? `${path}?${new URLSearchParams({ returnTo })}` : path
}

export const loginUrl = (returnTo: string | undefined) => withReturnTo(href('/login'), returnTo)

export function afterSignIn(search: string): string {
  return readReturnTo(search) ?? href('/')
}

/** The `returnTo` of this page's URL. The cached HTML has none, so it is known after hydration. */
export function useReturnTo(): string | undefined {
  const { search } = useLocation()
  return useHydrated() ? readReturnTo(search) : undefined
}
