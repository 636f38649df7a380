import { listAddresses } from '#modules/addresses/service.server.ts'
import { replaceCart } from '#modules/cart/service.server.ts'
import { addCourier, listCouriers } from '#modules/couriers/service.server.ts'
import { sellerOf } from '#modules/invoices/service.server.ts'
import { type Buyer, placeOrder } from '#modules/orders/service.server.ts'
import type { OrderStatus } from '#modules/orders/statuses.ts'
import { transitionOrder } from '#modules/orders/transitions.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { addToWishlist } from '#modules/wishlist/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { defaultDelivery } from '#shared/delivery.ts'
import type { Currency } from '#shared/money.ts'
import { defaultShipping } from '#shared/shipping.ts'

type StaffMember = { userId: string; name: string }

type PastOrder = {
  hoursAgo: number
  currency: Currency
  note?: string
  lines: [slug: string, variant: string | null, quantity: number][]
  /** Each status with the hours between the order and the transition. */
  transitions: [status: OrderStatus, hoursLater: number][]
  shipment?: { courier: string; trackingNumber: string }
}

/** One order of the demo customer for each status. */
const pastOrders: PastOrder[] = [
  {
    hoursAgo: 61 * 24,
    currency: 'USD',
    lines: [['turquoise-oval-ring', 'Small', 1]],
    transitions: [
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
    transitions: [
      ['Confirmed', 4],
      ['Shipped', 28],
      ['Delivered', 150],
    ],
    shipment: { courier: 'Valley Riders', trackingNumber: 'VR-77120' },
  },
  { hoursAgo: 19 * 24, currency: 'NPR', lines: [['citrine-point', null, 1]], transitions: [['Canceled', 1]] },
  {
    hoursAgo: 4 * 24,
    currency: 'NPR',
    note: 'Please call before you come up the lane.',
    lines: [
      ['patan-bead-bracelet', null, 1],
      ['clear-quartz-point', 'Medium', 2],
    ],
    transitions: [
      ['Confirmed', 6],
      ['Shipped', 40],
    ],
    shipment: { courier: 'Valley Riders', trackingNumber: 'VR-78304' },
  },
  { hoursAgo: 26, currency: 'USD', lines: [['sandalwood-mala', null, 1]], transitions: [['Confirmed', 3]] },
  { hoursAgo: 1, currency: 'USD', lines: [['prayer-wheel-key-ring', null, 2]], transitions: [] },
]

const wishlistSlugs = ['lapis-and-coral-bracelet', 'shaligram-ammonite']
const hourMs = 3600 * 1000

/** Places orders through the order service, so that stock, numbers, history and emails are consistent. */
export async function seedPastOrders(shop: Shop, tx: Db, buyer: Buyer, seller: StaffMember, now: Date): Promise<void> {
  const [address] = await listAddresses(tx, buyer.userId)
  if (!address) throw new Error('The demo customer has no address')
  const { jobs, limits, ownerSettings, settings } = shop
  const shopSettings = {
    shopName: ownerSettings.shopName(),
    siteUrl: settings.siteUrl,
    shipping: defaultShipping,
    delivery: defaultDelivery,
  }
  const orderContext = { db: tx, jobs, limits, ...shopSettings }
  const context = { ...orderContext, seller: sellerOf(await ownerSettings.current()), undoSeconds: 0 }
  const couriers = await seedCouriers(tx, seller)
  for (const { hoursAgo, currency, note = '', lines, transitions, shipment } of pastOrders) {
    const placedAt = now.getTime() - hoursAgo * hourMs
    const cartLines = []
    for (const [slug, variant, quantity] of lines)
      cartLines.push({ ...(await findCartProduct(shop, tx, slug, variant)), quantity })
    const cart = await replaceCart(tx, buyer.userId, { note, lines: cartLines })
    const request = { shoppingCartId: cart.id, addressId: address.addressId, method: 0 as const, currency }
    const { id: orderId } = await placeOrder(orderContext, buyer, request, undefined, new Date(placedAt))
    for (const [to, hoursLater] of transitions) {
      const by = to === 'Canceled' ? ('customer' as const) : ('shop' as const)
      const at = new Date(placedAt + hoursLater * hourMs)
      const actor = { by, ...(by === 'shop' ? seller : buyer) }
      const courierId = couriers.get(shipment?.courier ?? '')
      const parcel = to === 'Shipped' && shipment && courierId ? { ...shipment, courierId } : undefined
      await transitionOrder(tx, context, actor, { orderId, to, at, shipment: parcel, isSilent: true })
    }
  }
  for (const slug of wishlistSlugs) {
    const { id } = await shop.catalog.product(tx, slug)
    await addToWishlist({ db: tx, catalog: shop.catalog }, buyer.userId, [id])
  }
}

async function seedCouriers(tx: Db, seller: StaffMember): Promise<Map<string, number>> {
  const names = [...new Set(pastOrders.flatMap(({ shipment }) => (shipment ? [shipment.courier] : [])))]
  for (const name of names) await addCourier(tx, seller, name)
  return new Map((await listCouriers(tx)).map(({ id, name }) => [name, id]))
}

async function findCartProduct({ catalog }: Shop, tx: Db, slug: string, variant: string | null) {
  const { id: productId, allVariants } = await catalog.product(tx, slug)
  const variantId = allVariants.find(({ value }) => value === variant)?.id ?? null
  if (variant !== null && variantId === null) throw new Error(`${slug} has no variant ${variant}`)
  return { productId, variantId }
}
