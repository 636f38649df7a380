import { type Location, useLocation, useNavigation } from 'react-router'
import { useDelayedValue } from '#app/lib/delayed-value.ts'
import { withoutPage } from '#app/lib/page-url.ts'

/** `more`: the next page of this list is loading; `new`: another list is loading. */
type Loading = 'more' | 'new' | undefined

const listPath = /^\/shop(\/product)?(\/[^/]+)?\/?$/

export const listKey = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  `${pathname}?${withoutPage(search)}`

function loadingState(here: Location, next: Location | undefined): Loading {
  if (!next || !listPath.test(next.pathname)) return undefined
  return listKey(here) === listKey(next) ? 'more' : 'new'
}

/** Reports loading only after a short delay, so quick navigations do not flash. */
export function useListLoading(): Loading {
  const here = useLocation()
  return useDelayedValue(loadingState(here, useNavigation().location))
}
