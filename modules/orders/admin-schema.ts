import { z } from 'zod'
import { dayField, idField, longText, optionalLine, typedLine } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { orderSchema } from './schema.ts'
import { orderStates } from './statuses.ts'

/** Counts of the queues stop here: nobody works off more in a day, and counting further costs more. */
export const mostCounted = 100

const state = z.enum(orderStates, 'There is no such state.')

export const deskQuerySchema = listQuery().extend({
  state: state.optional(),
  sort: z.enum(['placed', '-placed'], 'Orders are sorted by when they were placed.').default('-placed'),
})

const deskRowSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  orderDate: z.string(),
  status: z.int().min(0).max(5),
  name: z.string(),
  phone: z.string(),
  place: z.string(),
  pieces: z.int(),
  currency: z.enum(['USD', 'NPR']),
  totalAmount: z.number(),
  totalPriceInUSD: z.number(),
  courier: z.string().nullable(),
  unanswered: z.int().meta({ description: 'Calls that nobody answered' }),
})

export const deskPageSchema = z
  .object({
    rows: z.array(deskRowSchema),
    page: z.int(),
    hasMore: z.boolean(),
    waiting: z
      .object({ Pending: z.int(), Confirmed: z.int(), Shipped: z.int() })
      .meta({ description: `Orders in each open state, counted up to ${mostCounted}` }),
  })
  .meta({ id: 'DeskPage' })

export const deskOrderSchema = z
  .object({
    order: orderSchema,
    buyer: z.object({
      userId: z.string().nullable(),
      name: z.string(),
      email: z.string(),
      emailConfirmed: z.boolean(),
    }),
    cashReceivedAt: z.string().nullable(),
    notes: z.array(
      z.object({
        id: z.int(),
        at: z.string(),
        author: z.string(),
        kind: z.enum(['note', 'no-answer']),
        words: z.string(),
      }),
    ),
    movers: z.array(z.string()).meta({ description: 'Who made each move of the history; empty for one who has left' }),
    earlier: z
      .object({ orders: z.int(), delivered: z.int(), refused: z.int() })
      .meta({ description: 'What else was ordered with this phone number' }),
    next: z.array(z.int()).meta({ description: 'The states into which the shop may move it' }),
  })
  .meta({ id: 'DeskOrder' })

const longestNote = 1000

const words = longText(longestNote)

export const moveSchema = z
  .object({
    from: state.meta({ description: 'The state that was seen: in another one the order is not moved' }),
    to: state,
    courier: typedLine('the courier', 80).optional(),
    trackingNumber: optionalLine(80).default(''),
    words: words.default('').meta({ description: 'A sentence for the customer, in the mail' }),
  })
  .refine(({ to, courier }) => to !== 'Shipped' || courier, { path: ['courier'], message: 'Please enter the courier.' })
  .meta({ id: 'OrderMove' })

export const noteSchema = z
  .object({ kind: z.enum(['note', 'no-answer']), words: words.default('') })
  .refine(({ kind, words: said }) => kind !== 'note' || said, { path: ['words'], message: 'Please enter a note.' })
  .meta({ id: 'OrderNote' })

const amounts = z.object({ npr: z.number(), usd: z.number() })
const daySums = z.object({ orders: z.int(), received: z.int(), due: amounts, open: amounts })

export const cashQuerySchema = listQuery().extend({ open: z.literal('1').optional() })

export const cashDaysSchema = z
  .object({
    rows: z.array(daySums.extend({ day: z.string(), courier: z.string() })),
    page: z.int(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'CashDays' })

/** A clerk ticks with the notes in hand: a page is as long as a page may be. */
export const cashDayQuerySchema = listQuery(100)
  .omit({ q: true })
  .extend({ day: dayField, courier: optionalLine(80).default('') })

export const cashDaySchema = z
  .object({
    rows: z
      .array(deskRowSchema.extend({ cashReceivedAt: z.string().nullable() }))
      .meta({ description: 'Open ones are on the first pages' }),
    page: z.int(),
    hasMore: z.boolean(),
    ...daySums.shape,
  })
  .meta({ id: 'CashDay' })

export const cashTickSchema = z
  .object({
    orderIds: z.array(idField('There is no such order.')).min(1, 'Please choose an order.').max(200),
    received: z.boolean(),
  })
  .meta({ id: 'CashTick' })

export const cashTickedSchema = z.object({ changed: z.int() }).meta({ id: 'CashTicked' })

export type DeskQuery = z.output<typeof deskQuerySchema>
export type DeskRow = z.infer<typeof deskRowSchema>
export type DeskPage = z.infer<typeof deskPageSchema>
export type WireDeskOrder = z.infer<typeof deskOrderSchema>
export type Move = z.output<typeof moveSchema>
export type Note = z.output<typeof noteSchema>
export type CashDayQuery = z.output<typeof cashDayQuerySchema>
export type DaySums = z.infer<typeof daySums>
export type CashDays = z.infer<typeof cashDaysSchema>
export type CashDay = z.infer<typeof cashDaySchema>
