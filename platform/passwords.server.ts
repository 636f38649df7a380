import { availableParallelism } from 'node:os'
import { ShopError } from '#shared/errors.ts'
import { argon2id, hashWithArgon2, verifyWithArgon2 } from './argon2-workers.server.ts'

/** The hash of an unknown password: a check takes the same time for an account without a password. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$S032g92K+yeKEX76qHlzzg$Ks1piWZ8bl65ot52+H7s8aMzXlVqca/PtfN2T9zLWdo'

export type Passwords = {
  hash(password: string): Promise<string>
  matches(password: string, hash: string | null | undefined): Promise<boolean>
  /** The number of hashes and checks so far. */
  completed(): number
}

const defaults = {
  /** Leaves one core free. */
  concurrency: Math.max(1, Math.min(4, availableParallelism() - 1)),
  maxWaiting: 100,
  maxWaitMs: 8_000,
  cost: argon2id,
}

export type PasswordBounds = Partial<typeof defaults>

/** Each password needs a whole core for a moment, so they queue. Requests that would wait too long are rejected. */
export function createPasswords(bounds: PasswordBounds = {}): Passwords {
  const { concurrency, maxWaiting, maxWaitMs, cost } = { ...defaults, ...bounds }
  const waiting: { start(): void; reject(): void; since: number }[] = []
  let active = 0
  let completed = 0
  const waitForSlot = () =>
    new Promise<void>((start, reject) => {
      waiting.push({ start, reject: () => reject(tooManySignIns()), since: performance.now() })
    })
  const releaseSlot = () => {
    let next = waiting.shift()
    while (next && performance.now() - next.since > maxWaitMs) {
      next.reject()
      next = waiting.shift()
    }
    if (next) next.start()
    else active--
  }
  const withSlot = async <T>(work: () => Promise<T>): Promise<T> => {
    if (active < concurrency) active++
    else if (waiting.length < maxWaiting) await waitForSlot()
    else throw tooManySignIns()
    try {
      return await work()
    } finally {
      completed++
      releaseSlot()
    }
  }
  return {
    hash: (password) => withSlot(() => hashWithArgon2(normalize(password), cost)),
    matches: async (password, hash) => {
      const same = await withSlot(() => verifyWithArgon2(normalize(password), hash || dummyHash))
      return same && Boolean(hash)
    },
    completed: () => completed,
  }
}

/** Some keyboards type é as one character, others as two. */
function normalize(password: string): string {
  return password.normalize('NFKC')
}

function tooManySignIns(): ShopError {
  return new ShopError('unavailable', 'Too many people are signing in right now. Please try again shortly.', {
    retryAfterSeconds: 5,
  })
}
