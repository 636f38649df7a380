import { shopDay } from '#shared/days.ts'
import type { Currency } from '#shared/money.ts'
import { totalIn } from './balance.ts'
import type { Order } from './contract.ts'
import { soldStatuses } from './statuses.ts'

type ProductSales = { productId: number; quantity: number; revenue: number }

/** What one order adds to the totals of its day. */
export type Sales = {
  day: string
  currency: Currency
  orders: number
  revenue: number
  canceled: number
  returned: number
  products: ProductSales[]
}

/**
 * A confirmed order counts from the day on which it was placed, less what came back. Pending and canceled orders are not
 * sales. Products count at their unit prices, before the discount of the order.
 */
export function salesOf(order: Order): Sales {
  const { currency, status } = order
  const isSold = soldStatuses.includes(status)
  const isReturned = status === 'Returned'
  return {
    day: shopDay(new Date(order.placedAt)),
    currency,
    orders: isSold ? 1 : 0,
    revenue: isSold || isReturned ? totalIn(order) - order.returnedAmount : 0,
    canceled: status === 'Canceled' ? 1 : 0,
    returned: isReturned ? 1 : 0,
    products: isSold ? productSales(order) : [],
  }
}

function productSales({ currency, lines }: Order): ProductSales[] {
  return lines.map(({ productId, quantity, returned, unitNpr, unitUsd }) => ({
    productId,
    quantity: quantity - returned,
    revenue: (quantity - returned) * (currency === 'NPR' ? unitNpr : unitUsd),
  }))
}

/** What has to be added to the totals of the day; undefined if nothing changes. */
export function salesDifference(before: Sales, after: Sales): Sales | undefined {
  const products = new Map<number, ProductSales>()
  const add = (sales: ProductSales[], sign: 1 | -1) => {
    for (const { productId, quantity, revenue } of sales) {
      const sum = products.get(productId) ?? { productId, quantity: 0, revenue: 0 }
      products.set(productId, {
        productId,
        quantity: sum.quantity + sign * quantity,
        revenue: sum.revenue + sign * revenue,
      })
    }
  }
  add(after.products, 1)
  add(before.products, -1)
  const difference = {
    ...after,
    orders: after.orders - before.orders,
    revenue: after.revenue - before.revenue,
    canceled: after.canceled - before.canceled,
    returned: after.returned - before.returned,
    products: [...products.values()].filter(({ quantity, revenue }) => quantity !== 0 || revenue !== 0),
  }
  const { orders, revenue, canceled, returned } = difference
  const isChanged = [orders, revenue, canceled, returned, difference.products.length].some((value) => value !== 0)
  return isChanged ? difference : undefined
}
