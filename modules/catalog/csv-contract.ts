import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { csvColumns, importReportSchema } from './csv-columns.ts'

export const exportProducts = endpoint({
  method: 'get',
  path: '/admin/products/export',
  audience: 'productChanges',
  summary: 'Download all products as a CSV file',
  streamContentType: 'text/csv; charset=utf-8',
  downloadName: 'alpine-products.csv',
})

const megabyte = 1024 * 1024

const columnNames = csvColumns.map(({ name }) => name).join(', ')

export const importProducts = endpoint({
  method: 'post',
  path: '/admin/products/import',
  audience: 'productChanges',
  summary: 'Import products from a CSV file; by default only a dry run',
  description:
    'Checks the whole file before it changes anything. With `dryRun` it reports what the file would do. If a row has a problem, it is listed and nothing is applied. Rows are written in batches of 50 or 500; after an interruption, send the same file again. A row is skipped and listed if its product was edited meanwhile and the row is no longer valid.',
  errors: ['conflict'],
  query: z.object({ dryRun: z._default(z.enum(['true', 'false']), 'true') }),
  upload: {
    type: 'text/csv',
    maxBytes: 200 * megabyte,
    description: `A CSV file in UTF-8. The first line names the columns, in any order: ${columnNames}. A row whose slug exists changes that product; missing columns keep their values.`,
    example: 'slug,name,category,price_npr,price_usd,stock\nclear-quartz,Clear Quartz,crystal,1240.00,9.50,12\n',
  },
  answer: importReportSchema,
})
