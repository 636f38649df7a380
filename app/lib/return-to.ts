import { href } from 'react-router'
import { safePath } from '#shared/return-path.ts'

export function loginUrl(returnTo: string): string {
  return `${href('/login')}?${new URLSearchParams({ returnTo })}`
}

/** Where somebody who has signed in goes on. */
export function afterSignIn(search: string): string {
  return safePath(new URLSearchParams(search).get('returnTo')) ?? href('/')
}
