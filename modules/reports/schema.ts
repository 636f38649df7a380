import { z } from 'zod'

export const spans = [7, 30, 90] as const
/** Counts of what waits stop here. */
export const mostWaiting = 100

export const figuresQuerySchema = z.object({
  days: z.coerce
    .number()
    .pipe(z.union([z.literal(7), z.literal(30), z.literal(90)], 'Figures are told for 7, 30 or 90 days.'))
    .default(30),
})

const money = z.object({ npr: z.number(), usd: z.number() })

export const figuresSchema = z
  .object({
    waiting: z.object({
      toConfirm: z.int(),
      toShip: z.int(),
      onTheWay: z.int(),
      lowStock: z.int(),
      enquiries: z.int(),
      reviews: z.int(),
      failedMails: z.int(),
    }),
    lowStock: z.array(z.object({ productId: z.int(), name: z.string(), stock: z.int() })),
    days: z.array(z.object({ day: z.string(), orders: z.int(), revenue: money })),
    total: z.object({ orders: z.int(), revenue: money, canceled: z.int(), returned: z.int() }),
    misses: z.array(z.object({ words: z.string(), count: z.int() })),
    bestSellers: z.array(z.object({ productId: z.int(), name: z.string(), pieces: z.int() })),
  })
  .meta({ id: 'Figures' })

export type Figures = z.infer<typeof figuresSchema>
