import { href } from 'react-router'
import type { Handle } from '#app/lib/handle.ts'
import { routeTable } from '#app/lib/route-table.server.ts'
import { shopContext } from '#app/lib/shop-context.server.ts'
import type { Route } from './+types/robots'

export const handle: Handle = { cache: { query: [] } }

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext).settings
  const disallowedPages = routeTable().filter(({ handle }) => handle.robots === 'disallow')
  const lines = [
    'User-agent: *',
    ...['/api', ...disallowedPages.map(({ path }) => path), '/dev'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}${href('/sitemap.xml')}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
