import type { APIRequestContext } from '@playwright/test'
import type { Session } from './accounts.ts'
import { ownerSession } from './admin.ts'
import { callApi } from './api.ts'
import { fillCart, type Wanted } from './cart.ts'
import { inStockholm, saveAddress } from './checkout.ts'
import { expect } from './expect.ts'

export type PlacedOrder = { orderId: string; orderNumber: string; currency: string; orderItems: { quantity: number }[] }

export const placeOrder = (request: APIRequestContext, session: Session, ...wanted: Wanted[]) =>
  placeOrderTo(request, session, { address: inStockholm }, ...wanted)

type Destination = { address: typeof inStockholm; note?: string; isGift?: boolean }

export async function placeOrderTo(
  request: APIRequestContext,
  session: Session,
  { address, note, isGift }: Destination,
  ...wanted: Wanted[]
): Promise<PlacedOrder> {
  const { shoppingCartId } = await fillCart(request, session, ...wanted)
  const addressId = await saveAddress(request, session, address)
  const data = { shoppingCartId, addressId, method: 0, note, isGift }
  return callApi<PlacedOrder>(request, session, '/order', { method: 'POST', data })
}

/** What the shop does with an order, from the telephone to the doorstep. */
export async function deliver(request: APIRequestContext, orderId: string, courier = 'Valley Riders'): Promise<void> {
  const { token } = await ownerSession(request)
  const headers = { Authorization: `Bearer ${token}` }
  for (const [from, to] of [
    ['Pending', 'Confirmed'],
    ['Confirmed', 'Shipped'],
    ['Shipped', 'Delivered'],
  ]) {
    const data = { from, to, courier }
    const answer = await request.post(`/api/admin/orders/${orderId}/moves`, { data, headers })
    expect(answer.status(), to).toBe(200)
  }
}

export const ordersOf = (request: APIRequestContext, session: Session) =>
  callApi<PlacedOrder[]>(request, session, `/order/${session.userId}`)
