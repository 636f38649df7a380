import type { Handle } from '#app/lib/handle.ts'
import { shopContext } from '#app/lib/shop-context.server.ts'
import type { Route } from './+types/manifest'

/** `snow` of `app/styles/tokens.css`. */
const snow = '#f7f7f5'

const png = (src: string, size: number, purpose: string) => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

export const handle: Handle = { cache: { query: [] } }

export function loader({ context }: Route.LoaderArgs) {
  const name = context.get(shopContext).ownerSettings.shopName()
  const manifest = {
    id: '/',
    name,
    short_name: name,
    description: 'Crystals, jewellery and accessories from the Himalayas of Nepal.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: snow,
    background_color: snow,
    icons: [
      png('/icon-192.png', 192, 'any'),
      png('/icon-512.png', 512, 'any'),
      png('/icon-maskable-512.png', 512, 'maskable'),
    ],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
}
