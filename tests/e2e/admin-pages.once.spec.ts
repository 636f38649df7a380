import { randomBytes } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import type { EnquiryRow } from '#modules/enquiries/desk-schema.ts'
import type { CashDays } from '#modules/orders/desk-schema.ts'
import type { QuoteRecord } from '#modules/quotes/schema.ts'
import { register, type Session, sessionOf } from './accounts-people.ts'
import { enterOffice } from './admin.ts'
import { expectNoBarriers } from './axe.ts'
import { ask, deliver, placeOrder, productOf } from './buying.ts'
import { shiftWhileLoading } from './layout-shift.ts'
import { expectValidMarkup } from './markup.ts'
import { adminPages } from './pages.ts'
import { expect, test } from './visit.ts'

const parts = 3

for (let part = 0; part < parts; part++) {
  test(`pages have no barriers, one heading, a title and parts that stay in place (${part + 1} of ${parts})`, async ({
    page,
    request,
  }) => {
    test.setTimeout(240_000)
    const owner = await enterOffice(page)
    const pages = Object.values(adminPages(await oneOfEach(request, owner))).flat()
    const addresses = pages.filter((_, index) => index % parts === part)
    for (const address of addresses) {
      const shift = await shiftWhileLoading(page, address)
      expect.soft(shift, `layout shift of ${address}`).toBeLessThan(0.02)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      if (address.startsWith('/admin')) await expect(page).toHaveTitle(/^(?!Back office).+ · Back office · ALPINE$/)
      await expectValidMarkup(page)
      await page.setViewportSize({ width: 1440, height: 900 })
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
  const { rows } = await ask<{ rows: EnquiryRow[] }>(request, owner, `/admin/enquiries?q=${mark}`)
  const [cash] = (await ask<CashDays>(request, owner, '/admin/cash')).rows
  const posts = await ask<{ rows: { postId: number }[] }>(request, owner, '/admin/posts')
  const { productId } = await productOf(request, 'smoky-quartz-point')
  const quote = {
    ...contact,
    validUntil: '2099-01-01',
    shippingFee: 5000,
    shippingFeeInUSD: 60,
    lines: [{ productId, unit: 'piece', quantity: 5, tiers: [{ from: 1, price: 900, priceInUSD: 7 }] }],
  }
  const draft = await ask<QuoteRecord>(request, owner, '/admin/quotes', { method: 'POST', data: quote })
  const { version } = draft
  const sent = await ask<QuoteRecord>(request, owner, `/admin/quotes/${draft.quoteId}/send`, {
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
