import { describe, expect, test } from 'vitest'
import type { Order } from './contract.ts'
import { orderStatuses } from './statuses.ts'
import { orderOnWire } from './wire.ts'

const order: Order = {
  id: 'order-1',
  number: 10_042,
  version: 3,
  source: 'web',
  status: 'Shipped',
  currency: 'NPR',
  shippingNpr: 100_00,
  shippingUsd: 40_00,
  discountNpr: 50_00,
  discountUsd: 0,
  discountId: 3,
  discountCode: 'SPRING-10',
  totalNpr: 3_101_50,
  totalUsd: 62_56,
  depositDue: 0,
  paid: 1_000_00,
  refunded: 200_00,
  writtenOff: 1_50,
  returnedAmount: 1_000_50,
  withCourier: 0,
  address: {
    firstName: 'Asha',
    lastName: 'Gurung',
    company: '',
    phone: '9800000000',
    email: '',
    country: 'Nepal',
    state: 'Bagmati',
    city: 'Lalitpur',
    streetAddress: 'Mangal Bazaar 4',
    zipCode: '44700',
  },
  note: 'Ring twice',
  isGift: true,
  placedAt: '2026-01-02T03:04:05.678Z',
  shipment: { courierId: 4, courier: 'Valley Riders', trackingNumber: 'VR-1' },
  lines: [
    {
      position: 1,
      productId: 7,
      variantId: 3,
      productName: 'Ruby Ring',
      slug: 'ruby-ring',
      categoryId: 3,
      variantValue: 'Small',
      imageUrl: '/media/abc.webp',
      unitNpr: 1_000_50,
      unitUsd: 7_52,
      quantity: 3,
      returned: 1,
      restocked: 0,
      fromStock: true,
    },
  ],
  certificates: [{ code: '7KQ4-9MZT-2XHB-C', position: 1, unit: 1, state: 'valid' }],
  history: [
    { from: null, to: 'Pending', by: 'customer', at: '2026-01-02T03:04:05.678Z' },
    { from: 'Pending', to: 'Confirmed', by: 'shop', at: '2026-01-03T03:04:05.678Z' },
  ],
}

describe('orderOnWire', () => {
  test('maps totals, lines and history', () => {
    expect(orderOnWire(order)).toEqual({
      orderId: 'order-1',
      orderNumber: 'ALP-10042',
      orderDate: '2026-01-02T03:04:05.678Z',
      totalAmount: 3_101.5,
      totalPriceInUSD: 62.56,
      shippingFee: 100,
      shippingFeeInUSD: 40,
      discount: 50,
      discountInUSD: 0,
      discountCode: 'SPRING-10',
      currency: 'NPR',
      payment: { method: 0, status: 2, paid: 1_000, refunded: 200, owed: 1_299.5 },
      address: order.address,
      note: 'Ring twice',
      isGift: true,
      shipment: { courier: 'Valley Riders', trackingNumber: 'VR-1' },
      canCancel: false,
      orderItems: [
        {
          position: 1,
          productId: 7,
          attributeId: 3,
          productImage: '/media/abc.webp',
          productName: 'Ruby Ring',
          slugs: 'ruby-ring',
          categoryId: 3,
          attributeValue: 'Small',
          unitPrice: 1_000.5,
          unitPriceInUSD: 7.52,
          quantity: 3,
          returnedQuantity: 1,
          isFromStock: true,
          totalPrice: 3_001.5,
          totalPriceInUSD: 22.56,
        },
      ],
      certificates: order.certificates,
      history: [
        { from: null, to: 0, by: 'customer', at: '2026-01-02T03:04:05.678Z' },
        { from: 0, to: 1, by: 'shop', at: '2026-01-03T03:04:05.678Z' },
      ],
    })
  })

  test('allows canceling only while the order is Pending', () => {
    const cancelable = orderStatuses.filter((status) => orderOnWire({ ...order, status }).canCancel)
    expect(cancelable).toEqual(['Pending'])
  })
})
