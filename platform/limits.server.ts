import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from '#shared/errors.ts'
import { hashSecret } from '#shared/secrets.ts'
import type { Database } from './db.server.ts'
import type { Settings } from './env.server.ts'
import {
  type Budget,
  type LimitName,
  limitRules,
  type MailPurpose,
  newcomersOfNetwork,
  type Rule,
  type Scope,
} from './limit-rules.server.ts'
import { BoundedRateLimiter } from './memory-limiter.server.ts'
import { networkOf } from './network.server.ts'
import { noteSpent, wasSpent } from './request-scope.server.ts'

export type { LimitName, MailPurpose }

/** From where a call comes: the address or line that is counted, and the network around it. */
export type Origin = { address: string; network: string }
type Who = Partial<Record<Scope, string>>

/** One use of an open budget; `retryAfterSeconds` is set where it was refused. */
type Claim = { retryAfterSeconds: number | undefined; giveBack(): Promise<void> }

export type Limits = {
  /** Spends one of each budget that the purpose has for these, or throws 429. A string is an address. */
  spend(name: LimitName, who: string | Who): Promise<void>
  /** The same, but only tells whether there was one left. */
  allows(name: LimitName, who: Who): Promise<boolean>
  /** Takes one back that turned out to be harmless. */
  giveBack(name: LimitName, who: Who): Promise<void>
  /** Uses an open budget; whether a refusal is told is up to the caller. */
  claim(name: LimitName, key: string, origin: Origin): Promise<Claim>
  /** Uses an open budget, or throws 429. */
  spendOpen(name: LimitName, key: string, origin: Origin): Promise<Claim>
  /** Clears an open budget, and what this origin used of it. */
  clear(name: LimitName, key: string, origin: Origin): Promise<void>
  /** Counts one email to an address, or throws 429. In a request, the budgets of its purpose must be spent before. */
  countMail(purpose: MailPurpose, to: string): Promise<void>
}

export function originOf(line: string, address: string): Origin {
  return {
    address: line,
    // Computed on demand: most calls have no network budget.
    get network() {
      return networkOf(address)
    },
  }
}

/** Capitals and what follows a plus sign are the same mailbox. */
export function recipientKey(email: string): string {
  const [local = '', domain = ''] = email.normalize('NFKC').toLowerCase().split('@')
  return hashSecret(`${local.split('+', 1)[0]}@${domain}`)
}

const scopes = ['address', 'network', 'account'] as const
const tooFast = 'That was a little too fast. Please wait a moment and try again.'

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
          // One limiter cleans the table for all of them.
          clearExpiredByTimeout: options.keyPrefix === 'login.address',
        })
      : new BoundedRateLimiter(options)
    limiters.set(options.keyPrefix, limiter)
  }
  for (const [name, rule] of Object.entries(limitRules) as [LimitName, Rule][]) {
    const { open } = rule
    const shared = isShared && rule.shared
    for (const scope of scopes) add(name, scope, rule[scope], shared)
    // Inside the transaction that queues the email: a statement of its own could wait for that very connection.
    add(name, 'recipient', rule.recipient, false)
    if (!open) continue
    add(name, 'perNetwork', open.perNetwork, shared)
    add(name, 'total', open.total, shared)
    add(name, 'newcomers', open.newcomers, shared)
    add(name, 'caller', { points: 1, seconds: open.total.seconds }, shared)
    add(name, 'newcomersOfNetwork', newcomersOfNetwork, shared)
  }

  const take = async (name: LimitName, part: string, key: string): Promise<RateLimiterRes | undefined> => {
    try {
      await limiters.get(`${name}.${part}`)?.consume(key)
      return undefined
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal
      throw refusal
    }
  }
  const secondsOf = (refusal: RateLimiterRes) => Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  const refuse = (name: LimitName, retryAfterSeconds: number): never => {
    throw new ShopError('tooMany', limitRules[name].message ?? tooFast, { retryAfterSeconds })
  }
  const firstRefusal = async (name: LimitName, who: Who) => {
    noteSpent(name)
    for (const scope of scopes) {
      const key = who[scope]
      const refusal = key === undefined ? undefined : await take(name, scope, key)
      if (refusal) return refusal
    }
    return undefined
  }

  const claim: Limits['claim'] = async (name, key, { address, network }) => {
    noteSpent(name)
    const taken: [part: string, key: string][] = []
    const takePart = (part: string, partKey: string) => {
      taken.push([part, partKey])
      return take(name, part, partKey)
    }
    const takeReserve = async () => {
      if (await takePart('newcomersOfNetwork', `${key} ${network}`)) return false
      if (!(await takePart('newcomers', key))) return true
      // The network keeps its tries for when the reserve has some again.
      taken.splice(-2, 1)
      await limiters.get(`${name}.newcomersOfNetwork`)?.reward(`${key} ${network}`)
      return false
    }
    // One after the other: what is refused early must not use up what everybody shares.
    const isNewcomer = !(await takePart('caller', `${key} ${address}`))
    const full = (await takePart('perNetwork', `${key} ${network}`)) ?? (await takePart('total', key))
    const isAllowed = !full || (isNewcomer && (await takeReserve()))
    return {
      retryAfterSeconds: isAllowed || !full ? undefined : secondsOf(full),
      giveBack: async () => {
        for (const [part, partKey] of taken) await limiters.get(`${name}.${part}`)?.reward(partKey)
      },
    }
  }

  return {
    spend: async (name, who) => {
      const refusal = await firstRefusal(name, typeof who === 'string' ? { address: who } : who)
      if (refusal) refuse(name, secondsOf(refusal))
    },
    allows: async (name, who) => !(await firstRefusal(name, who)),
    giveBack: async (name, who) => {
      for (const scope of scopes) {
        const key = who[scope]
        if (key !== undefined) await limiters.get(`${name}.${scope}`)?.reward(key)
      }
    },
    claim,
    spendOpen: async (name, key, origin) => {
      const claimed = await claim(name, key, origin)
      if (claimed.retryAfterSeconds !== undefined) refuse(name, claimed.retryAfterSeconds)
      return claimed
    },
    clear: async (name, key, { address, network }) => {
      for (const part of ['total', 'newcomers']) await limiters.get(`${name}.${part}`)?.delete(key)
      await limiters.get(`${name}.caller`)?.delete(`${key} ${address}`)
      for (const part of ['perNetwork', 'newcomersOfNetwork'])
        await limiters.get(`${name}.${part}`)?.delete(`${key} ${network}`)
    },
    countMail: async (purpose, to) => {
      if (!wasSpent(purpose)) throw new Error(`An email without a budget: ${purpose}`)
      const refusal = await take(purpose, 'recipient', recipientKey(to))
      if (refusal) refuse(purpose, secondsOf(refusal))
    },
  }
}
