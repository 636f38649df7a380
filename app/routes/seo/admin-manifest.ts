import type { Handle } from '#app/lib/handle.ts'
import { shopContext } from '#app/lib/shop-context.server.ts'
import type { Route } from './+types/admin-manifest'
import { manifestIcons, manifestResponse } from './manifest-response.ts'

export const handle: Handle = { cache: { query: [] } }

/** On iPhones, only an app on the Home Screen can show notifications. */
export function loader({ context }: Route.LoaderArgs) {
  const name = context.get(shopContext).ownerSettings.shopName()
  return manifestResponse({
    id: '/admin',
    name: `${name} back office`,
    short_name: name,
    lang: 'en',
    start_url: '/admin',
    scope: '/admin',
    display: 'standalone',
    icons: manifestIcons,
  })
}
