import { href } from 'react-router'
import { shopContext } from '#app/lib/shop-context.server.ts'
import type { Route } from './+types/robots'

const disallowedPaths = ['/api', '/profile', '/checkout', '/shopping-bag', '/admin', '/dev']

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext).settings
  const lines = [
    'User-agent: *',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}${href('/sitemap.xml')}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
