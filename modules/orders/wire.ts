import type * as z from 'zod/mini'
import { toWire } from '#shared/money.ts'
import { balanceOf } from './balance.ts'
import { cashOnDelivery, type Order, type OrderLine, type orderSchema } from './contract.ts'
import { codeOf, nextStatuses } from './statuses.ts'

type WireOrder = z.infer<typeof orderSchema>

export const orderNumber = (number: number) => `ALP-${number}`

export function orderOnWire(order: Order): WireOrder {
  const { paid, refunded, owed } = balanceOf(order)
  return {
    orderId: order.id,
    orderNumber: orderNumber(order.number),
    orderDate: order.placedAt,
    totalAmount: toWire(order.totalNpr),
    totalPriceInUSD: toWire(order.totalUsd),
    shippingFee: toWire(order.shippingNpr),
    shippingFeeInUSD: toWire(order.shippingUsd),
    discount: toWire(order.discountNpr),
    discountInUSD: toWire(order.discountUsd),
    discountCode: order.discountCode,
    currency: order.currency,
    payment: {
      method: cashOnDelivery,
      status: codeOf(order.status),
      paid: toWire(paid),
      refunded: toWire(refunded),
      owed: toWire(owed),
    },
    address: order.address,
    note: order.note,
    isGift: order.isGift,
    shipment: order.shipment && {
      courier: order.shipment.courier,
      trackingNumber: order.shipment.trackingNumber,
    },
    canCancel: nextStatuses(order.status, 'customer').includes('Canceled'),
    orderItems: order.lines.map(lineOnWire),
    certificates: order.certificates,
    history: order.history.map(({ from, to, by, at }) => ({ from: from && codeOf(from), to: codeOf(to), by, at })),
  }
}

function lineOnWire(line: OrderLine): WireOrder['orderItems'][number] {
  return {
    position: line.position,
    productId: line.productId,
    attributeId: line.variantId,
    productImage: line.imageUrl,
    productName: line.productName,
    slugs: line.slug,
    categoryId: line.categoryId,
    attributeValue: line.variantValue,
    unitPrice: toWire(line.unitNpr),
    unitPriceInUSD: toWire(line.unitUsd),
    quantity: line.quantity,
    returnedQuantity: line.returned,
    isFromStock: line.fromStock,
    totalPrice: toWire(line.unitNpr * line.quantity),
    totalPriceInUSD: toWire(line.unitUsd * line.quantity),
  }
}
