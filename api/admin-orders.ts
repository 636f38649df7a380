import { z } from 'zod'
import { readCashDay, readCashDays, tickOff } from '#modules/orders/cash.server.ts'
import { addNote, listForDesk, moveFromDesk, readForDesk } from '#modules/orders/desk.server.ts'
import {
  cashDayQuerySchema,
  cashDaySchema,
  cashDaysSchema,
  cashQuerySchema,
  cashTickedSchema,
  cashTickSchema,
  deskOrderSchema,
  deskPageSchema,
  deskQuerySchema,
  moveSchema,
  noteSchema,
} from '#modules/orders/desk-schema.ts'
import { daySumsOnWire, deskOrderOnWire, rowOnWire } from '#modules/orders/desk-wire.ts'
import { foreignId } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ orderId: foreignId })

export const adminOrderEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/orders',
    audience: 'staff',
    summary: 'Orders by state, or found by number, name or phone',
    query: deskQuerySchema,
    answer: deskPageSchema,
    handle: async ({ db }, { query }) => {
      const { rows, ...page } = await listForDesk(db, query)
      return { ...page, rows: rows.map(rowOnWire) }
    },
  }),
  endpoint({
    method: 'get',
    path: '/admin/orders/{orderId}',
    audience: 'staff',
    summary: 'One order with its notes, who moved it, and what was ordered before with the same phone number',
    params,
    answer: deskOrderSchema,
    handle: async ({ db }, { params: { orderId } }) => deskOrderOnWire(await readForDesk(db, orderId)),
  }),
  endpoint({
    method: 'post',
    path: '/admin/orders/{orderId}/moves',
    audience: 'staff',
    summary: 'Moves an order on, and writes to the customer',
    params,
    body: moveSchema,
    answer: deskOrderSchema,
    handle: async ({ db, jobs, owner, settings: { siteUrl } }, { actor, params: { orderId }, body }) => {
      const desk = { db, jobs, shopName: owner.shopName(), siteUrl }
      return deskOrderOnWire(await moveFromDesk(desk, actor, orderId, body))
    },
  }),
  endpoint({
    method: 'post',
    path: '/admin/orders/{orderId}/notes',
    audience: 'staff',
    summary: 'A note for colleagues, or a call that nobody answered',
    params,
    body: noteSchema,
    answer: deskOrderSchema,
    status: 201,
    handle: async ({ db }, { actor, params: { orderId }, body }) =>
      deskOrderOnWire(await addNote(db, actor, orderId, body)),
  }),
  endpoint({
    method: 'get',
    path: '/admin/cash',
    audience: 'staff',
    summary: 'Cash on delivery by courier and day, thirty days to a page',
    query: cashQuerySchema,
    answer: cashDaysSchema,
    handle: async ({ db }, { query: { page, open } }) => {
      const { rows, ...rest } = await readCashDays(db, { page, onlyOpen: open !== undefined })
      return { ...rest, rows: rows.map(({ day, courier, ...sums }) => ({ day, courier, ...daySumsOnWire(sums) })) }
    },
  }),
  endpoint({
    method: 'get',
    path: '/admin/cash/day',
    audience: 'staff',
    summary: 'The orders that a courier delivered on a day, with the sums of the whole day',
    query: cashDayQuerySchema,
    answer: cashDaySchema,
    handle: async ({ db }, { query }) => {
      const { rows, sums, ...page } = await readCashDay(db, query)
      const onWire = rows.map(({ cashReceivedAt, ...row }) => ({ ...rowOnWire(row), cashReceivedAt }))
      return { ...page, ...daySumsOnWire(sums), rows: onWire }
    },
  }),
  endpoint({
    method: 'put',
    path: '/admin/cash',
    audience: 'staff',
    summary: 'Ticks the cash of delivered orders off, or takes that back',
    body: cashTickSchema,
    answer: cashTickedSchema,
    handle: async ({ db }, { actor, body }) => ({ changed: await tickOff(db, actor, body) }),
  }),
]
