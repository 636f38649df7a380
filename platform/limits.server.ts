import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from '#shared/errors.ts'
import { hashSecret } from '#shared/secrets.ts'
import type { Database } from './db.server.ts'
import type { Settings } from './env.server.ts'
import {
  type Budget,
  type EmailPurpose,
  type LimitName,
  limitRules,
  newcomersOfNetwork,
  type Rule,
  type Scope,
} from './limit-rules.server.ts'
import { BoundedRateLimiter } from './memory-limiter.server.ts'
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
  const limiters = new Map<string, BoundedRateLimiter | RateLimiterPostgres>()
  const add = (name: LimitName, part: string, budget: Budget | undefined, shared: boolean) => {
    if (!budget) return
    const options = {
      keyPrefix: `${name}.${part}`,
      points: Math.max(1, Math.round(budget.points * settings.rateLimitFactor)),
      duration: budget.seconds,
    }
    const limiter = shared
      ? new RateLimiterPostgres({
          ...options,
          storeClient: database.pool,
          tableName: 'rate_limits',
          tableCreated: true,
          // One limiter deletes the expired rows of all limiters.
          clearExpiredByTimeout: options.keyPrefix === 'login.address',
        })
      : new BoundedRateLimiter(options)
    limiters.set(options.keyPrefix, limiter)
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

  const consume = async (name: LimitName, part: string, key: string): Promise<RateLimiterRes | undefined> => {
    try {
      await limiters.get(`${name}.${part}`)?.consume(key)
      return undefined
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return rejection
      throw rejection
    }
  }
  const secondsOf = (rejection: RateLimiterRes) => Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
  const reject = (name: LimitName, retryAfterSeconds: number): never => {
    throw new ShopError('tooMany', limitRules[name].message ?? tooManyRequests, { retryAfterSeconds })
  }
  const firstRejection = async (name: LimitName, keys: LimitKeys) => {
    markSpent(name)
    for (const scope of scopes) {
      const key = keys[scope]
      const rejection = key === undefined ? undefined : await consume(name, scope, key)
      if (rejection) return rejection
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
      if (await consumePart('newcomersOfNetwork', `${key} ${network}`)) return false
      if (!(await consumePart('newcomers', key))) return true
      // The reserve is empty, so the network gets its attempt back.
      consumed.splice(-2, 1)
      await limiters.get(`${name}.newcomersOfNetwork`)?.reward(`${key} ${network}`)
      return false
    }
    // In this order, so that an early rejection does not use up the shared budget.
    const isNewcomer = !(await consumePart('caller', `${key} ${address}`))
    const exhausted = (await consumePart('perNetwork', `${key} ${network}`)) ?? (await consumePart('total', key))
    const isAllowed = !exhausted || (isNewcomer && (await consumeReserve()))
    return {
      retryAfterSeconds: isAllowed || !exhausted ? undefined : secondsOf(exhausted),
      refund: async () => {
        for (const [part, partKey] of consumed) await limiters.get(`${name}.${part}`)?.reward(partKey)
      },
    }
  }

  return {
    spend: async (name, keys) => {
      const rejection = await firstRejection(name, typeof keys === 'string' ? { address: keys } : keys)
      if (rejection) reject(name, secondsOf(rejection))
    },
    allows: async (name, keys) => !(await firstRejection(name, keys)),
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
      const rejection = await consume(purpose, 'recipient', recipientKey(to))
      if (rejection) reject(purpose, secondsOf(rejection))
    },
  }
}
