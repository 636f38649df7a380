import { type Currency, formatMoney } from '#shared/money.ts'
import { expect } from '../expect.ts'
import type { Sale } from './actions.ts'
import { couriers, stone } from './sales.ts'
import { ledgerDays, period, type Shown } from './screens.ts'
import {
  amountsOf,
  cashOfDay,
  type OrderAmounts,
  type RawRows,
  type StoredOrder,
  salesOf,
  sumOf,
  takenFromStock,
} from './second-computation.ts'

const bothAmounts = ({ NPR, USD }: Record<Currency, number>) =>
  [...(NPR ? [formatMoney(NPR, 'NPR')] : []), ...(USD ? [formatMoney(USD, 'USD')] : [])].join(' and ') || '0'

/** Everything the screens and the exported files show follows from the stored lines and cash entries. */
export function expectAgreement(
  shown: Shown,
  rows: RawRows,
  { sales, stockBefore }: { sales: Sale[]; stockBefore: number },
): void {
  const numbers = sales.map(({ orderNumber }) => orderNumber)
  const ownOrders = rows.orders.filter(({ number }) => numbers.includes(number))
  expect(ownOrders).toHaveLength(sales.length)
  for (const order of ownOrders) {
    const amounts = amountsOf(rows, order)
    expect(shown.orders[order.number], order.number).toEqual(paymentOf(amounts, order.currency))
    expectInvoices(rows, order, amounts)
  }
  expectSales(shown, rows)
  expectCash(shown, rows)
  expectExportedOrders(shown, rows)
  expectGaplessInvoices(rows)
  expect(stockBefore - shown.stock, 'taken from stock').toBe(takenFromStock(rows, stone.name, numbers))
  const movements = rows.movements.filter(({ product }) => product === stone.name)
  const byOrders = movements.filter(({ order }) => ownOrders.some(({ id }) => id === order))
  expect(
    sumOf(movements, ({ quantity }) => quantity),
    'movements',
  ).toBe(shown.stock)
  expect(
    sumOf(byOrders, ({ quantity }) => -quantity),
    'movements of orders',
  ).toBe(stockBefore - shown.stock)
}

const netPaidTitle = 'Kept'

function paymentOf(amounts: OrderAmounts, currency: Currency): Record<string, string> {
  const { total, returned, writtenOff, paid, refunded, netPaid, owed, toRefund, withCourier } = amounts
  const money = (amount: number) => formatMoney(amount, currency)
  return {
    Total: money(total),
    ...(returned > 0 && { 'Returned products': money(-returned) }),
    ...(writtenOff > 0 && { 'Written off': money(-writtenOff) }),
    Paid: money(paid),
    ...(refunded > 0 && { Refunded: money(refunded), [netPaidTitle]: money(netPaid) }),
    ...(withCourier > 0 && { 'With the courier': money(withCourier) }),
    ...(toRefund > 0 ? { 'To refund': money(toRefund) } : { Owed: money(owed) }),
  }
}

const isInvoiced = ({ status }: StoredOrder) => ['shipped', 'delivered', 'returned'].includes(status)

function expectInvoices({ invoices }: RawRows, order: StoredOrder, { total, returned }: OrderAmounts): void {
  const own = invoices.filter((invoice) => invoice.order === order.id)
  const invoiced = sumOf(own, (invoice) => (invoice.kind === 'invoice' ? invoice.total : -invoice.total))
  expect(invoiced, `invoices of ${order.number}`).toBe(isInvoiced(order) ? total - returned : 0)
}

function expectGaplessInvoices({ invoices }: RawRows): void {
  for (const [series, ofSeries] of Map.groupBy(invoices, (invoice) => invoice.series)) {
    const numbers = ofSeries.map(({ number }) => number).toSorted((a, b) => a - b)
    expect(numbers, series).toEqual(ofSeries.map((_, index) => index + 1))
  }
}

function expectSales({ sales, reports }: Shown, rows: RawRows): void {
  const { orders, revenue, lines } = salesOf(rows, period)
  expect(sales).toEqual({
    orders: String(orders),
    npr: formatMoney(revenue.NPR, 'NPR'),
    usd: formatMoney(revenue.USD, 'USD'),
  })
  const exported = sumOf(reports.sales, ({ Quantity }) => Number(Quantity))
  expect(exported, 'pieces sold').toBe(sumOf(lines, ({ quantity, returned }) => quantity - returned))
}

const cents = (text = '') => Math.round(Number(text) * 100)

function expectCash(shown: Shown, rows: RawRows): void {
  ledgerDays.forEach((day, index) => {
    const { cashIn, cashOut } = cashOfDay(rows, day)
    const expected = { cashIn: bothAmounts(cashIn), cashOut: bothAmounts(cashOut) }
    expect(shown.days[index], `cash of ${day}`).toEqual(expected)
  })
  const entries = rows.entries.filter(({ day }) => day >= period.from && day <= period.to)
  expect(shown.reports.cash).toHaveLength(entries.length)
  const held = { NPR: 0, USD: 0 }
  for (const currency of ['NPR', 'USD'] as const) {
    const own = entries.filter((entry) => entry.currency === currency)
    const exported = sumOf(shown.reports.cash, (row) => cents(row[`Amount ${currency}`]))
    expect(exported, currency).toBe(sumOf(own, ({ amount }) => amount))
    held[currency] = sumOf(
      own.filter(({ courier }) => courier === couriers.second),
      ({ kind, amount }) => (kind === 'collected' ? amount : -amount),
    )
  }
  expect(shown.couriers).toContain(`${couriers.second}${bothAmounts(held)}2 orders`)
  expect(shown.couriers.join(), 'everything was handed over').not.toContain(couriers.first)
}

function expectExportedOrders({ reports }: Shown, rows: RawRows): void {
  const ofPeriod = rows.orders.filter(({ day }) => day >= period.from && day <= period.to)
  expect(reports.orders).toHaveLength(ofPeriod.length)
  for (const order of ofPeriod) {
    const row = reports.orders.find(({ Order }) => Order === order.number)
    const exported = [row?.[`Total ${order.currency}`], row?.Paid, row?.Refunded, row?.Returned, row?.Owed].map(cents)
    const { total, paid, refunded, returned, owed } = amountsOf(rows, order)
    expect(exported, order.number).toEqual([total, paid, refunded, returned, owed])
  }
  const ids = new Set(ofPeriod.map(({ id }) => id))
  expect(reports.lines).toHaveLength(rows.lines.filter(({ order }) => ids.has(order)).length)
}
