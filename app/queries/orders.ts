import { infiniteQueryOptions } from '@tanstack/react-query'
import { listOwnReviews, type OwnReview } from '#modules/catalog/review-contract.ts'
import { getOrder, getOrderInvoices, listOrders, maxOrdersListed } from '#modules/orders/contract.ts'
import { callAuthenticated, callWithToken, loadedFor, queryClient } from './client.ts'

/** The newest orders; each further page starts after the last order of the page before. */
export const ordersQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['orders', userId],
    queryFn: ({ pageParam: before }) =>
      (before ? callAuthenticated : callWithToken)(listOrders, { params: { userId }, query: { before } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (orders) => (orders.length < maxOrdersListed ? undefined : orders.at(-1)?.orderId),
    ...loadedFor(userId),
  })

export const orderQuery = (userId: string, orderId: string) => ({
  queryKey: ['order', userId, orderId],
  queryFn: () => callWithToken(getOrder, { params: { userId, orderId } }),
})

export const invoicesQuery = (userId: string, orderId: string) => ({
  queryKey: ['invoices', userId, orderId],
  queryFn: () => callWithToken(getOrderInvoices, { params: { userId, orderId } }),
})

/** After a change of an order. */
export const reloadOrders = () => queryClient.invalidateQueries({ queryKey: ['orders'] })

export const reviewsQuery = (userId: string) => ({
  queryKey: ['reviews', userId],
  queryFn: () => callAuthenticated(listOwnReviews, { params: { userId } }),
  ...loadedFor(userId),
  refetchOnMount: true,
})

export function addReview(userId: string, review: OwnReview): void {
  queryClient.setQueryData<OwnReview[]>(reviewsQuery(userId).queryKey, (reviews = []) => [review, ...reviews])
}
