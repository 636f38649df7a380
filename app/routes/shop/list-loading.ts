import { type Location, useLocation, useNavigation } from 'react-router'
import { useLasting } from '#app/lib/delayed-value.ts'
import { withoutPage } from '#app/lib/page-url.ts'

/** `more`: the next page of this list is on its way; `anew`: another list is. */
type Loading = 'more' | 'anew' | undefined

const listPath = /^\/shop(\/product)?(\/[^/]+)?\/?$/

export const listKey = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  `${pathname}?${withoutPage(search)}`

function whatComes(here: Location, next: Location | undefined): Loading {
  if (!next || !listPath.test(next.pathname)) return undefined
  return listKey(here) === listKey(next) ? 'more' : 'anew'
}

/** What a list page waits for, once the wait is long enough to be noticed. */
export function useListLoading(): Loading {
  const here = useLocation()
  return useLasting(whatComes(here, useNavigation().location))
}
