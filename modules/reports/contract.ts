import * as z from 'zod/mini'
import { orderTasks } from '#modules/orders/statuses.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'

export const dashboardPeriods = [7, 30, 90] as const
/** Counts of open tasks stop here. */
export const maxTaskCount = 100

export const dashboardQuerySchema = z.object({
  days: z._default(
    z.pipe(z.coerce.number(), z.union([z.literal(7), z.literal(30), z.literal(90)], 'Please choose 7, 30 or 90 days.')),
    30,
  ),
})

type TaskCounts = Record<(typeof orderTasks)[number]['task'], ReturnType<typeof z.int>>

const money = z.object({ npr: z.number(), usd: z.number() })

const salesSchema = z.object({
  days: z.array(z.object({ day: z.string(), orders: z.int(), revenue: money })),
  total: z.object({ orders: z.int(), revenue: money, canceled: z.int(), returned: z.int() }),
  misses: z.array(z.object({ query: z.string(), count: z.int() })),
  bestSellers: z.array(z.object({ productId: z.int(), name: z.string(), soldCount: z.int() })),
})

const ifAllowed = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.nullable(schema).check(z.meta({ description: 'Null if the role of the caller may not see it' }))

export const dashboardSchema = namedObject('Dashboard', {
  waiting: z.object({
    ...(Object.fromEntries(orderTasks.map(({ task }) => [task, z.int()])) as TaskCounts),
    lowStock: z.int(),
    stockAlerts: z.int().check(z.meta({ description: 'Email addresses that wait for sold-out products' })),
    enquiries: ifAllowed(z.int()),
    reviews: ifAllowed(z.int()),
    failedEmails: ifAllowed(z.int()),
  }),
  lowStock: z.array(z.object({ productId: z.int(), name: z.string(), stock: z.int() })),
  sales: ifAllowed(salesSchema),
})

export type Dashboard = z.infer<typeof dashboardSchema>
export type Sales = z.infer<typeof salesSchema>

export const getDashboard = endpoint({
  method: 'get',
  path: '/admin/today',
  audience: 'today',
  summary: 'Get open tasks and recent sales',
  query: dashboardQuerySchema,
  answer: dashboardSchema,
})
