import * as z from 'zod/mini'
import { addNote, listForAdmin, readForAdmin, transitionForAdmin } from '#modules/orders/admin.server.ts'
import {
  adminOrderSchema,
  adminOrdersPageSchema,
  adminOrdersQuerySchema,
  cashDayQuerySchema,
  cashDaySchema,
  cashDaysSchema,
  cashQuerySchema,
  cashReceivedResultSchema,
  cashReceivedSchema,
  noteInputSchema,
  transitionInputSchema,
} from '#modules/orders/admin-schema.ts'
import { adminOrderOnWire, daySumsOnWire, rowOnWire } from '#modules/orders/admin-wire.ts'
import { markCashReceived, readCashDay, readCashDays } from '#modules/orders/cash.server.ts'
import { uuidOrUnknown } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ orderId: uuidOrUnknown })

export const adminOrderEndpoints = [
  endpoint({
    operationId: 'listAdminOrders',
    method: 'get',
    path: '/admin/orders',
    audience: 'staff',
    summary: 'List orders by status, or find them by number, name or phone',
    query: adminOrdersQuerySchema,
    answer: adminOrdersPageSchema,
    handle: async ({ db }, { query }) => {
      const { rows, ...page } = await listForAdmin(db, query)
      return { ...page, rows: rows.map(rowOnWire) }
    },
  }),
  endpoint({
    operationId: 'getAdminOrder',
    method: 'get',
    path: '/admin/orders/{orderId}',
    audience: 'staff',
    summary: 'Get an order with notes, transitions and earlier orders from the same phone number',
    errors: ['notFound'],
    params,
    answer: adminOrderSchema,
    handle: async ({ db }, { params: { orderId } }) => adminOrderOnWire(await readForAdmin(db, orderId)),
  }),
  endpoint({
    operationId: 'changeOrderStatus',
    method: 'post',
    path: '/admin/orders/{orderId}/moves',
    audience: 'staff',
    summary: 'Change the status of an order and email the customer',
    errors: ['notFound', 'conflict'],
    limit: 'orderStatus',
    params,
    body: transitionInputSchema,
    answer: adminOrderSchema,
    handle: async (
      { db, jobs, limits, ownerSettings, settings: { siteUrl } },
      { actor, params: { orderId }, body },
    ) => {
      const context = { db, jobs, limits, shopName: ownerSettings.shopName(), siteUrl }
      return adminOrderOnWire(await transitionForAdmin(context, actor, orderId, body))
    },
  }),
  endpoint({
    operationId: 'addOrderNote',
    method: 'post',
    path: '/admin/orders/{orderId}/notes',
    audience: 'staff',
    summary: 'Add an internal note or an unanswered call to an order',
    errors: ['notFound'],
    params,
    body: noteInputSchema,
    answer: adminOrderSchema,
    status: 201,
    handle: async ({ db }, { actor, params: { orderId }, body }) =>
      adminOrderOnWire(await addNote(db, actor, orderId, body)),
  }),
  endpoint({
    operationId: 'listCashDays',
    method: 'get',
    path: '/admin/cash',
    audience: 'staff',
    summary: 'List cash on delivery by courier and day, 30 days per page',
    query: cashQuerySchema,
    answer: cashDaysSchema,
    handle: async ({ db }, { query: { page, open } }) => {
      const { rows, ...rest } = await readCashDays(db, { page, onlyOutstanding: open !== undefined })
      return { ...rest, rows: rows.map(({ day, courier, ...sums }) => ({ day, courier, ...daySumsOnWire(sums) })) }
    },
  }),
  endpoint({
    operationId: 'getCashDay',
    method: 'get',
    path: '/admin/cash/day',
    audience: 'staff',
    summary: 'Get the orders that a courier delivered on a day, with the totals of the day',
    query: cashDayQuerySchema,
    answer: cashDaySchema,
    handle: async ({ db }, { query }) => {
      const { rows, sums, ...page } = await readCashDay(db, query)
      const onWire = rows.map(({ cashReceivedAt, ...row }) => ({ ...rowOnWire(row), cashReceivedAt }))
      return { ...page, ...daySumsOnWire(sums), rows: onWire }
    },
  }),
  endpoint({
    operationId: 'markCashReceived',
    method: 'put',
    path: '/admin/cash',
    audience: 'staff',
    summary: 'Mark the cash of delivered orders as received, or undo that',
    body: cashReceivedSchema,
    answer: cashReceivedResultSchema,
    handle: async ({ db }, { actor, body }) => ({ changed: await markCashReceived(db, actor, body) }),
  }),
] as const
