import { create } from 'zustand'
import { readSession, useSession } from './session.ts'

/** When a session expires, a dialog over the current page asks for the password. */
export const useSignInAgain = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

let signInResult: Promise<boolean> | undefined

/** Resolves with true when the same user signs in again, in any tab, and with false when the dialog closes. */
export function askToSignInAgain(): Promise<boolean> {
  signInResult ??= waitForSignIn().finally(() => {
    signInResult = undefined
  })
  return signInResult
}

function waitForSignIn(): Promise<boolean> {
  const expired = readSession()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const unsubscribe = [
    useSession.subscribe(({ token, userId }) => {
      if (token !== expired.token) resolve(token !== null && userId === expired.userId)
    }),
    useSignInAgain.subscribe(({ isOpen }) => {
      if (!isOpen) resolve(false)
    }),
  ]
  useSignInAgain.setState({ isOpen: true })
  return promise.finally(() => {
    for (const stop of unsubscribe) stop()
    useSignInAgain.setState({ isOpen: false })
  })
}

export function cancelSignInAgain(): void {
  useSignInAgain.setState({ isOpen: false })
}
