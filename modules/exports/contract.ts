import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { dateField } from '#shared/fields.ts'

/** The exports for the accountant, in the order of the page. */
export const exportReports = ['orders', 'order-lines', 'cash', 'invoices', 'customers', 'sales'] as const
export type ExportReport = (typeof exportReports)[number]

export const exportRangeSchema = z
  .object({
    from: dateField.check(z.meta({ description: 'The first day, in Nepal' })),
    to: dateField.check(z.meta({ description: 'The last day' })),
  })
  .check(
    z.refine(({ from, to }) => from <= to, { path: ['to'], message: 'Please choose a day on or after the first one.' }),
  )

export type ExportRange = z.output<typeof exportRangeSchema>

export const downloadExport = endpoint({
  method: 'get',
  path: '/admin/exports/{report}',
  audience: 'exports',
  summary: 'Download a report for the accountant as a CSV file',
  description:
    'RFC 4180, UTF-8 with a byte order mark. Amounts are in rupees and dollars; days are in Nepal. `orders`, `order-lines` and `sales` count by the day on which an order was placed, `cash` by the day of the cash book, `invoices` by the day of issue, `customers` by the day of registration. `sales` counts confirmed orders, less what came back.',
  params: z.object({ report: z.enum(exportReports, 'There is no such report.') }),
  query: exportRangeSchema,
  streamContentType: 'text/csv; charset=utf-8',
  downloadName: 'alpine-export.csv',
})
