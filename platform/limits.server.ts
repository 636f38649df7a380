import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from '#shared/errors.ts'
import { hashSecret } from '#shared/secrets.ts'
import type { Database } from './db.server.ts'
import type { Settings } from './env.server.ts'
import {
  type Budget,
  callRules,
  type EmailPurpose,
  type LimitName,
  limitRules,
  newcomersOfNetwork,
  type Rule,
  type Scope,
} from './limit-rules.server.ts'
import { MemoryLimiter } from './memory-limiter.server.ts'
import { networkOf } from './network.server.ts'
import { markSpent, wasSpent } from './request-scope.server.ts'

export type { EmailPurpose, LimitName }

/** The origin of a call: the IP address (or IPv6 subnet) that is counted, and the larger network that contains it. */
export type Origin = { address: string; network: string }
type LimitKeys = Partial<Record<Scope, string>>

/** One use of an open budget; `retryAfterSeconds` is set if it was rejected. */
type Claim = { retryAfterSeconds: number | undefined; refund(): Promise<void> }

export type Limits = {
  /** Spends one point of each budget of the limit, or throws 429. A string is an IP address. */
  spend(name: LimitName, keys: string | LimitKeys): Promise<void>
  /** Spends like `spend`, but returns false instead of throwing. */
  allows(name: LimitName, keys: LimitKeys): Promise<boolean>
  /** Spends a point of the limit of all API calls, which is counted in memory, without waiting. */
  allowsApiCall(address: string): boolean
  /** Returns a spent point, for example after a correct password. */
  refund(name: LimitName, keys: LimitKeys): Promise<void>
  /** Uses an open budget; the caller decides what a rejection means. */
  claim(name: LimitName, key: string, origin: Origin): Promise<Claim>
  /** Uses an open budget, or throws 429. */
  spendOpen(name: LimitName, key: string, origin: Origin): Promise<Claim>
  /** Resets an open budget, also for this origin. */
  clear(name: LimitName, key: string, origin: Origin): Promise<void>
  /** Counts one email to an address, or throws 429. A request must spend the budgets of its purpose first. */
  countEmail(purpose: EmailPurpose, to: string): Promise<void>
}

export function originOf(addressOrSubnet: string, address: string): Origin {
  return {
    address: addressOrSubnet,
    // Computed on demand: most calls have no network budget.
    get network() {
      return networkOf(address)
    },
  }
}

/** Letter case and a plus suffix do not change the mailbox. */
export function recipientKey(email: string): string {
  const [local = '', domain = ''] = email.normalize('NFKC').toLowerCase().split('@')
  return hashSecret(`${local.split('+', 1)[0]}@${domain}`)
}

const scopes = ['address', 'network', 'account'] as const
const tooManyRequests = 'Too many requests. Please wait a moment and try again.'

export function createLimits(settings: Settings, database: Database): Limits {
  const isShared = settings.rateLimitShared && database.kind === 'postgres'
  const limiters = new Map<string, MemoryLimiter | RateLimiterPostgres>()
  const optionsOf = ({ points, seconds }: Budget) => ({
    points: Math.max(1, Math.round(points * settings.rateLimitFactor)),
    duration: seconds,
  })
  const add = (name: LimitName, part: string, budget: Budget | undefined, shared: boolean) => {
    if (!budget) return
    const options = optionsOf(budget)
    const keyPrefix = `${name}.${part}`
    const limiter = shared
      ? new RateLimiterPostgres({
          ...options,
          keyPrefix,
          storeClient: database.pool,
          tableName: 'rate_limits',
          tableCreated: true,
          // One limiter deletes the expired rows of all limiters.
          clearExpiredByTimeout: keyPrefix === 'login.address',
        })
      : new MemoryLimiter(options)
    limiters.set(keyPrefix, limiter)
  }
  for (const [name, rule] of Object.entries(limitRules) as [LimitName, Rule][]) {
    const { open } = rule
    const shared = isShared && rule.shared
    for (const scope of scopes) add(name, scope, rule[scope], shared)
    // Not shared: it is counted inside the transaction that queues the email, where a second statement could wait for
    // the same connection.
    add(name, 'recipient', rule.recipient, false)
    if (!open) continue
    add(name, 'perNetwork', open.perNetwork, shared)
    add(name, 'total', open.total, shared)
    add(name, 'newcomers', open.newcomers, shared)
    add(name, 'caller', { points: 1, seconds: open.total.seconds }, shared)
    add(name, 'newcomersOfNetwork', newcomersOfNetwork, shared)
  }

  const apiCalls = new MemoryLimiter(optionsOf(callRules.api.address))
  limiters.set('api.address', apiCalls)

  /** Returns the milliseconds to wait if the point is over the limit. */
  const consume = async (name: LimitName, part: string, key: string): Promise<number | undefined> => {
    const limiter = limiters.get(`${name}.${part}`)
    if (limiter instanceof MemoryLimiter) return limiter.consume(key)
    try {
      await limiter?.consume(key)
      return undefined
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return rejection.msBeforeNext
      throw rejection
    }
  }
  const isOver = (waitMs: number | undefined) => waitMs !== undefined
  const secondsOf = (waitMs: number) => Math.max(1, Math.ceil(waitMs / 1000))
  const reject = (name: LimitName, retryAfterSeconds: number): never => {
    throw new ShopError('tooMany', limitRules[name].message ?? tooManyRequests, { retryAfterSeconds })
  }
  const firstWait = async (name: LimitName, keys: LimitKeys): Promise<number | undefined> => {
    markSpent(name)
    for (const scope of scopes) {
      const key = keys[scope]
      const waitMs = key === undefined ? undefined : await consume(name, scope, key)
      if (waitMs !== undefined) return waitMs
    }
    return undefined
  }

  const claim: Limits['claim'] = async (name, key, { address, network }) => {
    markSpent(name)
    const consumed: [part: string, key: string][] = []
    const consumePart = (part: string, partKey: string) => {
      consumed.push([part, partKey])
      return consume(name, part, partKey)
    }
    const consumeReserve = async () => {
      if (isOver(await consumePart('newcomersOfNetwork', `${key} ${network}`))) return false
      if (!isOver(await consumePart('newcomers', key))) return true
      // The reserve is empty, so the network gets its attempt back.
      consumed.splice(-2, 1)
      await limiters.get(`${name}.newcomersOfNetwork`)?.reward(`${key} ${network}`)
      return false
    }
    // In this order, so that an early rejection does not use up the shared budget.
    const isNewcomer = !isOver(await consumePart('caller', `${key} ${address}`))
    const waitMs = (await consumePart('perNetwork', `${key} ${network}`)) ?? (await consumePart('total', key))
    const isAllowed = waitMs === undefined || (isNewcomer && (await consumeReserve()))
    return {
      retryAfterSeconds: isAllowed ? undefined : secondsOf(waitMs),
      refund: async () => {
        for (const [part, partKey] of consumed) await limiters.get(`${name}.${part}`)?.reward(partKey)
      },
    }
  }

  return {
    spend: async (name, keys) => {
      const waitMs = await firstWait(name, typeof keys === 'string' ? { address: keys } : keys)
      if (waitMs !== undefined) reject(name, secondsOf(waitMs))
    },
    allows: async (name, keys) => !isOver(await firstWait(name, keys)),
    allowsApiCall: (address) => !isOver(apiCalls.consume(address)),
    refund: async (name, keys) => {
      for (const scope of scopes) {
        const key = keys[scope]
        if (key !== undefined) await limiters.get(`${name}.${scope}`)?.reward(key)
      }
    },
    claim,
    spendOpen: async (name, key, origin) => {
      const result = await claim(name, key, origin)
      if (result.retryAfterSeconds !== undefined) reject(name, result.retryAfterSeconds)
      return result
    },
    clear: async (name, key, { address, network }) => {
      for (const part of ['total', 'newcomers']) await limiters.get(`${name}.${part}`)?.delete(key)
      await limiters.get(`${name}.caller`)?.delete(`${key} ${address}`)
      for (const part of ['perNetwork', 'newcomersOfNetwork'])
        await limiters.get(`${name}.${part}`)?.delete(`${key} ${network}`)
    },
    countEmail: async (purpose, to) => {
      if (!wasSpent(purpose)) throw new Error(`No budget was spent for an email with the purpose ${purpose}`)
      const waitMs = await consume(purpose, 'recipient', recipientKey(to))
      if (waitMs !== undefined) reject(purpose, secondsOf(waitMs))
    },
  }
}
