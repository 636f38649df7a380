import { register } from './support/accounts.ts'
import { fetchProduct } from './support/api.ts'
import {
  cancel,
  closeDay,
  confirm,
  deliver,
  receiveCash,
  recordPayment,
  refuse,
  returnProducts,
  type Sale,
  ship,
  takeBackDelivery,
} from './support/month/actions.ts'
import { expectAgreement } from './support/month/agreement.ts'
import {
  addCouriers,
  changeQuantity,
  confirmTogether,
  couriers,
  createCode,
  enterPhoneOrder,
  placeOnline,
  sellByQuote,
  sellOverCounter,
  stone,
} from './support/month/sales.ts'
import { readScreens } from './support/month/screens.ts'
import { readRawRows } from './support/month/second-computation.ts'
import { openMonth } from './support/month/shop.ts'
import { bothWidths, test } from './support/test.ts'

test('a month of sales, cash, returns and corrections agrees with a second computation', {
  tag: bothWidths,
}, async ({ browser }) => {
  test.setTimeout(600_000)
  const month = await openMonth(browser)
  const sales: Sale[] = []
  const sold = async (sale: Promise<Sale>) => {
    sales.push(await sale)
    return sale
  }
  try {
    const { page, request } = await month.startDay(0)
    const stockBefore = (await fetchProduct(request, stone.slug)).stockQuantity
    const customer = await register(request)
    await addCouriers(page)
    await createCode(page, 'DASHAIN-15')
    const parcel = await sold(placeOnline(request, customer, 'NPR', 3, 'DASHAIN-15'))
    const partlyPaid = await sold(placeOnline(request, customer, 'USD', 2))
    const corrected = await sold(placeOnline(request, customer, 'NPR', 1))
    await confirmTogether(page, [parcel, partlyPaid, corrected])
    await changeQuantity(page, corrected)
    await ship(page, parcel, couriers.first)
    await ship(page, partlyPaid, couriers.first)
    await ship(page, corrected, couriers.second)
    const byPhone = await sold(enterPhoneOrder(page))
    const overCounter = await sold(sellOverCounter(page))
    await closeDay(page)
    await deliver(page, parcel)

    const second = await month.startDay(7)
    await deliver(second.page, partlyPaid, '10')
    await deliver(second.page, corrected)
    await takeBackDelivery(second.page, corrected, 'The courier called the wrong number')
    await deliver(second.page, corrected)
    await receiveCash(second.page, couriers.first)
    await recordPayment(second.page, byPhone, { kind: 'deposit', amount: '500', method: 'transfer' })
    await ship(second.page, byPhone, couriers.first)
    const quoted = await sold(sellByQuote(second))
    await recordPayment(second.page, quoted, { kind: 'deposit' })
    await confirm(second.page, quoted)
    await closeDay(second.page)

    const third = await month.startDay(14)
    await returnProducts(third.page, parcel, { restock: false })
    await returnProducts(third.page, overCounter, { everything: true, method: 'transfer' })
    await refuse(third.page, byPhone)
    await recordPayment(third.page, byPhone, { kind: 'refunded', method: 'transfer' })
    await recordPayment(third.page, partlyPaid, { kind: 'collected', amount: '5' })
    await recordPayment(third.page, partlyPaid, { kind: 'written off' })
    await recordPayment(third.page, corrected, { kind: 'courier written off', amount: '100' })
    await closeDay(third.page)

    const fourth = await month.startDay(21)
    await cancel(fourth.page, quoted)
    await recordPayment(fourth.page, quoted, { kind: 'refunded', amount: '50' })
    await sold(placeOnline(fourth.request, customer, 'USD', 1))
    const last = await sold(placeOnline(fourth.request, customer, 'USD', 4))
    await confirm(fourth.page, last)
    await ship(fourth.page, last, couriers.second)
    await deliver(fourth.page, last)
    await closeDay(fourth.page)

    const shown = await readScreens(await month.startDay(29), sales)
    await month.endDay()
    expectAgreement(shown, await readRawRows(month.folder), { sales, stockBefore })
  } finally {
    await month.close()
  }
})
