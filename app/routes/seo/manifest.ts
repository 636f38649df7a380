import { href } from 'react-router'
import type { Handle } from '#app/lib/handle.ts'
import { shopContext } from '#app/lib/shop-context.server.ts'
import { searchUrl } from '#app/lib/urls.ts'
import type { Route } from './+types/manifest'
import { manifestIcons, manifestResponse } from './manifest-response.ts'

const shortcut = (name: string, url: string) => ({ name, url, icons: manifestIcons.slice(0, 1) })

/** `snow` of `app/styles/tokens.css`. */
const snow = '#f7f7f5'

export const handle: Handle = { cache: { query: [] } }

export function loader({ context }: Route.LoaderArgs) {
  const name = context.get(shopContext).ownerSettings.shopName()
  return manifestResponse({
    id: '/',
    name,
    short_name: name,
    description: 'Crystals, jewellery and accessories from the Himalayas of Nepal.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: snow,
    background_color: snow,
    icons: manifestIcons,
    shortcuts: [
      shortcut('Search', searchUrl),
      shortcut('Bag', href('/shopping-bag')),
      shortcut('My Orders', `${href('/profile')}?tab=MyOrders`),
    ],
  })
}
