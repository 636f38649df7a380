import { useEffect, useState } from 'react'
import { type Location, useLocation, useNavigation } from 'react-router'
import { withoutPage } from '#app/lib/page-address.ts'

/** `more`: the next page of this list is on its way; `anew`: another list is. */
type Loading = 'more' | 'anew' | undefined

const listPath = /^\/shop(\/product)?(\/[^/]+)?\/?$/
const quickEnoughMs = 150

export const listKey = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) =>
  `${pathname}?${withoutPage(search)}`

function whatComes(here: Location, next: Location | undefined): Loading {
  if (!next || !listPath.test(next.pathname)) return undefined
  return listKey(here) === listKey(next) ? 'more' : 'anew'
}

/** What a list page waits for, once the wait is long enough to be noticed. */
export function useListLoading(): Loading {
  const here = useLocation()
  const coming = whatComes(here, useNavigation().location)
  const [shown, setShown] = useState<Loading>()
  useEffect(() => {
    const timer = setTimeout(() => setShown(coming), coming ? quickEnoughMs : 0)
    return () => clearTimeout(timer)
  }, [coming])
  return coming && shown
}
