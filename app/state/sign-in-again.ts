import { create } from 'zustand'
import { readSession, useSession } from './session.ts'

/** A session that has died while its owner was at work: the page stays, and a dialog over it asks for the password. */
export const useSignInAgain = create<{ asking: boolean }>(() => ({ asking: false }))

let answer: Promise<boolean> | undefined

/** True once the same person is signed in again, here or in another tab; false where the dialog was closed. */
export function askToSignInAgain(): Promise<boolean> {
  answer ??= waitForAnswer().finally(() => {
    answer = undefined
  })
  return answer
}

function waitForAnswer(): Promise<boolean> {
  const dead = readSession()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = [
    useSession.subscribe(({ token, userId }) => {
      if (token !== dead.token) resolve(token !== null && userId === dead.userId)
    }),
    useSignInAgain.subscribe(({ asking }) => {
      if (!asking) resolve(false)
    }),
  ]
  useSignInAgain.setState({ asking: true })
  return promise.finally(() => {
    for (const end of stop) end()
    useSignInAgain.setState({ asking: false })
  })
}

export function leaveSignedOut(): void {
  useSignInAgain.setState({ asking: false })
}
