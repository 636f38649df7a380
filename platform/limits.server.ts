import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from '#shared/errors.ts'
import type { Database } from './db.server.ts'
import type { Settings } from './env.server.ts'
import { BoundedRateLimiter } from './memory-limiter.server.ts'

/**
 * How often one caller, or anybody for one account, may do a thing. `everywhere` limits are counted across processes
 * when they share a database.
 */
const rules = {
  api: { points: 600, seconds: 60, everywhere: false },
  enquiries: { points: 10, seconds: 600, everywhere: true },
  pages: { points: 600, seconds: 60, everywhere: false },
  wrongPasswordsFromAddress: { points: 30, seconds: 600, everywhere: true },
  wrongPasswordsForName: { points: 10, seconds: 900, everywhere: true },
  wrongPasswordsForAccount: { points: 10, seconds: 900, everywhere: true },
  registrations: { points: 20, seconds: 3600, everywhere: true },
  recoveries: { points: 30, seconds: 600, everywhere: true },
  mailsToAccount: { points: 5, seconds: 3600, everywhere: true },
  reviews: { points: 20, seconds: 3600, everywhere: true },
  openid: { points: 120, seconds: 600, everywhere: true },
} as const satisfies Record<string, { points: number; seconds: number; everywhere: boolean }>

export type LimitName = keyof typeof rules
export type Limits = {
  spend(name: LimitName, caller: string): Promise<void>
  /** Spends one as well, but only says whether there was one left. */
  allows(name: LimitName, caller: string): Promise<boolean>
  /** Takes one back that turned out to be harmless. */
  giveBack(name: LimitName, caller: string): Promise<void>
  forget(name: LimitName, caller: string): Promise<void>
}

export function createLimits(settings: Settings, database: Database): Limits {
  const shared = settings.rateLimitShared && database.kind === 'postgres'
  const limiters = new Map(
    Object.entries(rules).map(([name, rule]) => {
      const options = {
        keyPrefix: name,
        points: Math.max(1, Math.round(rule.points * settings.rateLimitFactor)),
        duration: rule.seconds,
      }
      const limiter =
        shared && (rule.everywhere as boolean)
          ? new RateLimiterPostgres({
              ...options,
              storeClient: database.pool,
              tableName: 'rate_limits',
              tableCreated: true,
            })
          : new BoundedRateLimiter(options)
      return [name, limiter] as const
    }),
  )
  const refusalOf = async (name: LimitName, caller: string): Promise<RateLimiterRes | undefined> => {
    try {
      await limiters.get(name)?.consume(caller)
      return undefined
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal
      throw refusal
    }
  }
  return {
    spend: async (name, caller) => {
      const refusal = await refusalOf(name, caller)
      if (!refusal) return
      throw new ShopError('tooMany', 'That was a little too fast. Please wait a moment and try again.', {
        retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      })
    },
    allows: async (name, caller) => (await refusalOf(name, caller)) === undefined,
    giveBack: async (name, caller) => void (await limiters.get(name)?.reward(caller)),
    forget: async (name, caller) => void (await limiters.get(name)?.delete(caller)),
  }
}
