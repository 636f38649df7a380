import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { person } from './accounts.ts'
import { takeSnapshot } from './invariants.ts'
import { orderPage } from './order-changes.ts'
import { addProducts, product } from './products.ts'
import { openTestShop } from './shop.ts'
import { findOrderViolations, findProductIds, queryRunner, shopper } from './shopper.ts'

export const certifiedFacts = {
  mineral: 'Quartz',
  tradeName: 'Rock crystal',
  originDistrict: 'Dhading',
  altitudeM: 3_800,
  weightG: 70,
  sizeMm: [72, 24, 22],
  treatment: 'heated',
  maker: 'Stone cutters in Patan',
} as const

/** A shop with two products, and its manager on the page of an order. */
async function openCertificateShop() {
  const shop = await openTestShop()
  await addProducts(shop, [
    product({ name: 'Point', stock: 500, facts: { ...certifiedFacts, sizeMm: [...certifiedFacts.sizeMm] } }),
    product({ name: 'Ring', variants: [{ kind: 'size', value: 'Small', measure: '16 mm', stock: 100 }] }),
  ])
  const ids = await findProductIds(shop)
  const point = ids.product('point')
  const dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  const page = orderPage(shop, dolma)

  const certificatesOf = async (orderId: string) => (await page.read(orderId)).order.certificates
  const read = (code: string) => shop.json(`/api/certificates/${code}`)
  const certificatePages = {
    shop,
    dolma,
    page,
    point,
    ring: { productId: ids.product('ring'), attributeId: ids.variant('ring', 'Small') },
    pointLine: (quantity: number) => ({ position: 1, productId: point, attributeId: null, quantity }),
    read,
    stateOf: async (code: string) => (await read(code)).body.state,
    codesOf: async (orderId: string) => (await certificatesOf(orderId)).map(({ code }) => code),
    statesOf: async (orderId: string) =>
      (await certificatesOf(orderId)).map(({ position, unit, state }) => `${position}.${unit} ${state}`),
  }
  return {
    close: () => shop.close(),

    /** With a new customer, who orders points. */
    async withCustomer() {
      const before = await takeSnapshot(queryRunner(shop))
      const asha = await shopper(shop, `Asha ${crypto.randomUUID().slice(0, 8)}`)
      const place = async (quantity = 2) => {
        await asha.add({ productId: point, quantity })
        return (await asha.order({ body: { currency: 'NPR' } })).body
      }
      const placeDelivered = async (quantity = 2) => {
        const { orderId, certificates } = await place(quantity)
        for (const status of ['Confirmed', 'Shipped', 'Delivered']) await page.move(orderId, status)
        return { orderId, codes: certificates.map(({ code }) => code) }
      }
      const expectInvariants = async () => expect(await findOrderViolations(shop, before, [asha])).toEqual([])
      return { ...certificatePages, asha, place, placeDelivered, expectInvariants }
    },
  }
}

type CertificateShop = Awaited<ReturnType<typeof openCertificateShop>>

/** Opens the shop for the tests of a file. Returns its parts, with a new customer for each test. */
export function certificateFixture() {
  let certificateShop: CertificateShop
  let fixture: Awaited<ReturnType<CertificateShop['withCustomer']>>
  beforeAll(async () => {
    certificateShop = await openCertificateShop()
  })
  afterAll(() => certificateShop.close())
  beforeEach(async () => {
    fixture = await certificateShop.withCustomer()
  })
  return () => fixture
}
