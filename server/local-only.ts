import type { Context, Next } from 'hono'
import { ShopError } from '#shared/errors.ts'
import type { ServerEnv } from './app.ts'
import { isLoopback } from './caller.ts'

const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const forwardingHeaders = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'x-proxyuser-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
])

/**
 * True for a direct request from this machine to a local host name. The host name check blocks DNS rebinding by
 * foreign websites.
 */
function isLocalCall({ env, req }: Context<ServerEnv>): boolean {
  const { headers } = req.raw
  if (!isLoopback(env?.incoming?.socket) || !localHost.test(headers.get('host') ?? '')) return false
  return ![...headers.keys()].some((name) => forwardingHeaders.has(name) || name.startsWith('x-forwarded'))
}

export async function localOnly(c: Context<ServerEnv>, next: Next): Promise<void> {
  if (!isLocalCall(c)) throw new ShopError('notFound', 'There is nothing at this URL.')
  await next()
}
