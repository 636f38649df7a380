import { as, type Person, person } from './accounts.ts'
import { addProducts } from './products.ts'
import { first } from './response-types.ts'
import type { TestShop } from './shop.ts'
import { findProductIds, shopper } from './shopper.ts'

type CompleteShop = { knownIds: Record<string, unknown[]>; owner: Person }

/** Creates one record of each kind and returns their ids by parameter name. */
export async function fillCompleteShop(shop: TestShop): Promise<CompleteShop> {
  await addProducts(shop)
  const ids = await findProductIds(shop)
  const productId = ids.product('clear-quartz-point')
  const asha = await shopper(shop, 'Asha Gurung')
  const owner = await person(shop, 'Maya Owner', { role: 'Owner', password: 'Himalaya-2026' })
  const send = async <P extends string>(path: P, body: object) =>
    (await shop.json(`/api/${path}`, as(owner, 'POST', body))).body
  await asha.add({ productId, quantity: 1 })
  const { body: order } = await asha.order()
  await send('GetInTouch', { firstName: 'Jon', lastName: 'Bell', queries: 'When are you open?' })
  const inbox = await shop.json('/api/admin/enquiries', as(owner))
  const post = { title: 'A walk', author: 'Maya', datePosted: '2026-01-01', excerpt: 'Up.', body: '# Up' }
  const { postId } = await send('admin/posts', { slug: 'a-walk', ...post })
  const quote = await send('admin/quotes', {
    name: 'Hotel Yak',
    email: 'yak@hotel.example',
    validUntil: '2099-01-01',
    shippingFee: 5000,
    shippingFeeInUSD: 60,
    lines: [{ productId, unit: 'piece', quantity: 5, tiers: [{ from: 1, price: 900, priceInUSD: 7 }] }],
  })
  const { discountId } = await send('admin/discounts', { code: 'SPRING-10', percent: 10, productIds: [productId] })
  const settings = await shop.json('/api/admin/settings', as(owner))
  await shop.json('/api/admin/settings', as(owner, 'PUT', { ...settings.body, shopName: 'Alpine of Patan' }))
  const knownIds: CompleteShop['knownIds'] = {
    slug: ['clear-quartz-point', 'ruby-halo-ring', 'a-walk'],
    category: ['crystal', 'Jewellery'],
    tag: ['quartz'],
    productId: [productId, ids.product('ruby-halo-ring')],
    selectedAttributeId: [ids.variant('ruby-halo-ring', 'Small'), null],
    orderId: [order.orderId],
    enquiryId: [first(inbox.body.rows).enquiryId],
    postId: [postId],
    discountId: [discountId],
    code: ['SPRING-10'],
    quoteId: [quote.quoteId],
    token: [quote.token],
    version: [1, 2],
  }
  const missing = Object.entries(knownIds).filter(([, values]) => values.includes(undefined))
  if (missing.length > 0) throw new Error(`There is no id for ${missing.map(([name]) => name).join()}`)
  return { knownIds, owner }
}
