import { randomBytes } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import type { EnquiryRow } from '#modules/enquiries/admin-schema.ts'
import type { CashDays } from '#modules/orders/admin-schema.ts'
import type { QuoteRecord } from '#modules/quotes/schema.ts'
import { inFull, isFull } from '#tests/support/full.ts'
import { register, type Session, sessionOf } from './support/accounts.ts'
import { enterAdmin, test } from './support/admin.ts'
import { callApi, productOf } from './support/api.ts'
import { expectNoBarriers } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { shiftWhileLoading } from './support/layout-shift.ts'
import { expectValidMarkup } from './support/markup.ts'
import { deliver, placeOrder } from './support/orders.ts'
import { adminPages } from './support/pages.ts'
import { watchPolicy } from './support/policy.ts'
import { expect } from './support/test.ts'

test.use(withMedia)

const parts = 3
const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }

for (let part = 0; part < parts; part++) {
  test(`admin pages have no barriers, one heading, a title, no layout shift, and keep to their policy (${part + 1} of ${parts})`, async ({
    page,
    request,
  }) => {
    test.setTimeout(240_000)
    const { violations } = await watchPolicy(page)
    const owner = await enterAdmin(page)
    const pages = Object.values(adminPages(await oneOfEach(request, owner))).flat()
    const addresses = pages.filter((_, index) => index % parts === part)
    for (const address of addresses) {
      await page.setViewportSize(inFull(phone, wide))
      const shift = await shiftWhileLoading(page, address)
      expect.soft(shift, `layout shift of ${address}`).toBeLessThan(0.02)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      if (address.startsWith('/admin')) await expect(page).toHaveTitle(/^(?!Back office).+ · Back office · ALPINE$/)
      if (isFull) await expectValidMarkup(page)
      expect(await violations(), `forbidden by the policy of ${address}`).toEqual([])
      await page.setViewportSize(wide)
      await expectNoBarriers(page)
    }
  })
}

/** Something to show on each page that names one in its address. */
async function oneOfEach(request: APIRequestContext, owner: Session) {
  const mark = randomBytes(3).toString('hex')
  const buyer = await sessionOf(request, await register(request))
  const { orderId } = await placeOrder(request, buyer, { slug: 'tumbled-stone-mix' })
  await deliver(request, orderId, `Courier ${mark}`)
  const contact = { name: `Hotel ${mark}`, email: `hotel.${mark}@mail.example` }
  const enquiry = { ...contact, phoneNumber: '9801234567', message: 'Forty bowls.' }
  expect((await request.post('/api/BulkBuying', { data: enquiry })).status()).toBe(201)
  const { rows } = await callApi<{ rows: EnquiryRow[] }>(request, owner, `/admin/enquiries?q=${mark}`)
  const [cash] = (await callApi<CashDays>(request, owner, '/admin/cash')).rows
  const posts = await callApi<{ rows: { postId: number }[] }>(request, owner, '/admin/posts')
  const { productId } = await productOf(request, 'smoky-quartz-point')
  const quote = {
    ...contact,
    validUntil: '2099-01-01',
    shippingFee: 5000,
    shippingFeeInUSD: 60,
    lines: [{ productId, unit: 'piece', quantity: 5, tiers: [{ from: 1, price: 900, priceInUSD: 7 }] }],
  }
  const draft = await callApi<QuoteRecord>(request, owner, '/admin/quotes', { method: 'POST', data: quote })
  const { version } = draft
  const sent = await callApi<QuoteRecord>(request, owner, `/admin/quotes/${draft.quoteId}/send`, {
    method: 'POST',
    data: { version },
  })
  return {
    orderId,
    day: cash?.day ?? '',
    userId: owner.userId,
    productId: String(productId),
    enquiryId: rows[0]?.enquiryId ?? '',
    quoteId: draft.quoteId,
    token: sent.token ?? '',
    postId: String(posts.rows[0]?.postId),
  }
}
