import { availableParallelism } from 'node:os'
import { ShopError } from '#shared/errors.ts'
import { argon2id, hashWithArgon2, verifyWithArgon2 } from './argon2-workers.server.ts'

/** Of a password that nobody knows: somebody without one costs the same work as somebody with another. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$S032g92K+yeKEX76qHlzzg$Ks1piWZ8bl65ot52+H7s8aMzXlVqca/PtfN2T9zLWdo'

export type Passwords = {
  hash(password: string): Promise<string>
  matches(password: string, hash: string | null | undefined): Promise<boolean>
  /** How many passwords were worked on so far. */
  worked(): number
}

/** One core is left to everybody else; processes side by side share the others. */
export function passwordsAtOnce(processes: number): number {
  return Math.max(1, Math.min(4, Math.floor((availableParallelism() - 1) / processes)))
}

const defaults = {
  atOnce: passwordsAtOnce(1),
  mostWaiting: 100,
  longestWaitMs: 8_000,
  cost: argon2id,
}

export type PasswordBounds = Partial<typeof defaults>

/** Each password takes a whole core for a moment: they wait in turn, and whoever would wait too long is sent away. */
export function createPasswords(bounds: PasswordBounds = {}): Passwords {
  const { atOnce, mostWaiting, longestWaitMs, cost } = { ...defaults, ...bounds }
  const waiting: { go(): void; sendAway(): void; since: number }[] = []
  let working = 0
  let worked = 0
  const myTurn = () =>
    new Promise<void>((go, reject) => {
      waiting.push({ go, sendAway: () => reject(tooMany()), since: performance.now() })
    })
  const letNext = () => {
    let next = waiting.shift()
    while (next && performance.now() - next.since > longestWaitMs) {
      next.sendAway()
      next = waiting.shift()
    }
    if (next) next.go()
    else working--
  }
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (working < atOnce) working++
    else if (waiting.length < mostWaiting) await myTurn()
    else throw tooMany()
    try {
      return await work()
    } finally {
      worked++
      letNext()
    }
  }
  return {
    hash: (password) => inTurn(() => hashWithArgon2(canonical(password), cost)),
    matches: async (password, hash) => {
      const same = await inTurn(() => verifyWithArgon2(canonical(password), hash || nobodysHash))
      return same && Boolean(hash)
    },
    worked: () => worked,
  }
}

/** One keyboard writes é as one character, another as two. */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

function tooMany(): ShopError {
  return new ShopError('unavailable', 'Many people are signing in at this moment. Please try again shortly.', {
    retryAfterSeconds: 5,
  })
}
