import type { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { ServerEnv } from './app.ts'

/** The methods of all routes that match a path; empty for a path without a route. */
export function allowedMethods(app: Hono<ServerEnv>): (path: string) => string[] {
  let router: TrieRouter<string> | undefined
  const build = () => {
    const methodRouter = new TrieRouter<string>()
    for (const { method, path } of app.routes) if (method !== 'ALL') methodRouter.add('ALL', path, method)
    return methodRouter
  }
  return (path) => {
    router ??= build()
    const methods = new Set(router.match('ALL', path)[0].map(([method]) => method))
    return [...methods].sort().flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  }
}
