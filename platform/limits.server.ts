import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ShopError } from '#shared/errors.ts'
import type { Database } from './db.server.ts'
import type { Settings } from './env.server.ts'

/**
 * How often one caller, or anybody for one account, may do a thing. `everywhere` limits are counted across processes
 * when they share a database.
 */
const rules = {
  api: { points: 600, seconds: 60, everywhere: false },
  enquiries: { points: 10, seconds: 600, everywhere: true },
  pages: { points: 600, seconds: 60, everywhere: false },
  wrongPasswordsFromAddress: { points: 30, seconds: 600, everywhere: true },
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
          : new RateLimiterMemory(options)
      return [name, limiter] as const
    }),
  )
  return {
    spend: async (name, caller) => {
      try {
        await limiters.get(name)?.consume(caller)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw new ShopError('tooMany', 'That was a little too fast. Please wait a moment and try again.', {
          retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
        })
      }
    },
    giveBack: async (name, caller) => void (await limiters.get(name)?.reward(caller)),
    forget: async (name, caller) => void (await limiters.get(name)?.delete(caller)),
  }
}
