import type { APIRequestContext } from '@playwright/test'
import type { Courier } from '#modules/couriers/contract.ts'
import type { Session } from './accounts.ts'
import { ownerSession } from './admin.ts'
import { callApi } from './api.ts'
import { type CartItemInput, fillCart } from './cart.ts'
import { saveAddress, stockholmAddress } from './checkout.ts'
import { expect } from './expect.ts'

export type PlacedOrder = { orderId: string; orderNumber: string; currency: string; orderItems: { quantity: number }[] }

export const placeOrder = (request: APIRequestContext, session: Session, ...items: CartItemInput[]) =>
  placeOrderTo(request, session, { address: stockholmAddress }, ...items)

type OrderInput = { address: typeof stockholmAddress; note?: string; isGift?: boolean }

export async function placeOrderTo(
  request: APIRequestContext,
  session: Session,
  { address, note, isGift }: OrderInput,
  ...items: CartItemInput[]
): Promise<PlacedOrder> {
  const { shoppingCartId } = await fillCart(request, session, ...items)
  const addressId = await saveAddress(request, session, address)
  const data = { shoppingCartId, addressId, method: 0, note, isGift }
  return callApi<PlacedOrder>(request, session, '/order', { method: 'POST', data })
}

/** Adds the courier if it is new. */
export async function findCourier(request: APIRequestContext, name: string): Promise<number> {
  const session = await ownerSession(request)
  const couriers = await callApi<Courier[]>(request, session, '/admin/couriers')
  const known = couriers.find((courier) => courier.name === name)
  if (known) return known.id
  const added = await callApi<Courier[]>(request, session, '/admin/couriers', { method: 'POST', data: { name } })
  return added.find((courier) => courier.name === name)?.id ?? 0
}

/** Confirms, ships and delivers an order as the owner. */
export async function deliverOrder(
  request: APIRequestContext,
  orderId: string,
  courier = 'Valley Riders',
): Promise<void> {
  const { token } = await ownerSession(request)
  const headers = { Authorization: `Bearer ${token}` }
  const courierId = await findCourier(request, courier)
  for (const [from, to] of [
    ['Pending', 'Confirmed'],
    ['Confirmed', 'Shipped'],
    ['Shipped', 'Delivered'],
  ]) {
    const data = { from, to, courierId }
    const response = await request.post(`/api/admin/orders/${orderId}/moves`, { data, headers })
    expect(response.status(), to).toBe(200)
  }
}

export const fetchOrders = (request: APIRequestContext, session: Session) =>
  callApi<PlacedOrder[]>(request, session, `/order/${session.userId}`)
