import { listAddresses } from '#modules/addresses/service.server.ts'
import { replaceCart } from '#modules/cart/service.server.ts'
import type { Shipment } from '#modules/orders/schema.ts'
import { type Buyer, placeOrder } from '#modules/orders/service.server.ts'
import type { OrderState } from '#modules/orders/statuses.ts'
import { moveOrder } from '#modules/orders/transitions.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { save } from '#modules/wishlist/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { usualDelivery } from '#shared/delivery.ts'
import type { Currency } from '#shared/money.ts'
import { shipping } from '#shared/shipping.ts'

type Story = {
  hoursAgo: number
  currency: Currency
  note?: string
  lines: [slug: string, choice: string | null, quantity: number][]
  /** Each state with the hours that passed since the order before it came. */
  moves: [state: OrderState, hoursLater: number][]
  shipment?: Shipment
}

/** What the demo customer has bought so far, one order in each of the states that a person meets. */
const stories: Story[] = [
  {
    hoursAgo: 61 * 24,
    currency: 'USD',
    lines: [['turquoise-oval-ring', 'Small', 1]],
    moves: [
      ['Confirmed', 5],
      ['Shipped', 30],
      ['Delivered', 170],
      ['Returned', 340],
    ],
    shipment: { courier: 'Himal Post', trackingNumber: 'HP 204 118 NP' },
  },
  {
    hoursAgo: 33 * 24,
    currency: 'USD',
    lines: [
      ['desk-singing-bowl', null, 1],
      ['felt-ball-coasters', null, 2],
      ['lokta-notebook', 'Blue', 1],
    ],
    moves: [
      ['Confirmed', 4],
      ['Shipped', 28],
      ['Delivered', 150],
    ],
    shipment: { courier: 'Valley Riders', trackingNumber: 'VR-77120' },
  },
  { hoursAgo: 19 * 24, currency: 'NPR', lines: [['citrine-point', null, 1]], moves: [['Canceled', 1]] },
  {
    hoursAgo: 4 * 24,
    currency: 'NPR',
    note: 'Please call before you come up the lane.',
    lines: [
      ['patan-bead-bracelet', null, 1],
      ['clear-quartz-point', 'Medium', 2],
    ],
    moves: [
      ['Confirmed', 6],
      ['Shipped', 40],
    ],
    shipment: { courier: 'Valley Riders', trackingNumber: 'VR-78304' },
  },
  { hoursAgo: 26, currency: 'USD', lines: [['sandalwood-mala', null, 1]], moves: [['Confirmed', 3]] },
  { hoursAgo: 1, currency: 'USD', lines: [['prayer-wheel-key-ring', null, 2]], moves: [] },
]

const saved = ['lapis-and-coral-bracelet', 'shaligram-ammonite']
const hourMs = 3600 * 1000

/** Through the shop's own till, so that stock, numbers, history and mails are true. */
export async function seedPastOrders(shop: Shop, tx: Db, buyer: Buyer, seller: string, now: Date): Promise<void> {
  const [address] = await listAddresses(tx, buyer.userId)
  if (!address) throw new Error('The demo customer has no address')
  const { jobs, limits, owner, settings } = shop
  const shopFacts = { shopName: owner.shopName(), siteUrl: settings.siteUrl, shipping, delivery: usualDelivery }
  const till = { db: tx, jobs, limits, ...shopFacts }
  for (const { hoursAgo, currency, note = '', lines, moves, shipment } of stories) {
    const placedAt = now.getTime() - hoursAgo * hourMs
    const put = []
    for (const [slug, choice, quantity] of lines) put.push({ ...(await pieceOf(shop, tx, slug, choice)), quantity })
    const cart = await replaceCart(tx, buyer.userId, { note, lines: put })
    const request = { shoppingCartId: cart.id, addressId: address.addressId, method: 0 as const, currency }
    const { id: orderId } = await placeOrder(till, buyer, request, undefined, new Date(placedAt))
    for (const [to, hoursLater] of moves) {
      const by = to === 'Canceled' ? ('customer' as const) : ('shop' as const)
      const at = new Date(placedAt + hoursLater * hourMs)
      const travels = to === 'Shipped' ? { shipment } : {}
      await moveOrder(tx, { orderId, to, by, userId: by === 'shop' ? seller : buyer.userId, at, ...travels })
    }
  }
  for (const slug of saved) {
    const { id } = await shop.catalog.product(tx, slug)
    await save({ db: tx, catalog: shop.catalog }, buyer.userId, [id])
  }
}

async function pieceOf({ catalog }: Shop, tx: Db, slug: string, choice: string | null) {
  const { id: productId, allVariants } = await catalog.product(tx, slug)
  const attributeId = allVariants.find(({ value }) => value === choice)?.id ?? null
  if (choice !== null && attributeId === null) throw new Error(`${slug} does not come in ${choice}`)
  return { productId, attributeId }
}
