import { href } from 'react-router'
import { shopContext } from '#app/lib/shop-context.server.ts'
import type { Route } from './+types/security'

const validDays = 180
const dayMs = 86_400_000

/** RFC 9116. Each request renders a new expiry date. */
export async function loader({ context }: Route.LoaderArgs) {
  const { ownerSettings, settings } = context.get(shopContext)
  const { shopEmail } = await ownerSettings.site()
  const today = Math.floor(Date.now() / dayMs)
  const lines = [
    `Contact: mailto:${shopEmail}`,
    `Expires: ${new Date((today + validDays) * dayMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${settings.siteUrl}${href('/.well-known/security.txt')}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
