import * as z from 'zod/mini'
import {
  addProduct,
  changePricesAndStock,
  changeProduct,
  duplicateProduct,
  listProducts,
  readProductRecord,
  setArchived,
} from '#modules/catalog/admin.server.ts'
import {
  newProductSchema,
  productChangeSchema,
  productListSchema,
  productRecordSchema,
  productRowsSchema,
  quickChangeSchema,
  versionSchema,
} from '#modules/catalog/admin-schema.ts'
import { exportProducts, importProducts } from '#modules/catalog/csv.server.ts'
import { csvColumns, importReportSchema } from '#modules/catalog/csv-columns.ts'
import { pictureUploadSchema, uploadedPictureSchema } from '#modules/media/schema.ts'
import { uploadedPictureOnWire, uploadPicture } from '#modules/media/service.server.ts'
import { integerIdFromText } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const megabyte = 1024 * 1024
const columnNames = csvColumns.map(({ name }) => name).join(', ')

const params = z.object({
  productId: integerIdFromText('There is no such product.'),
})

export const adminProductEndpoints = [
  endpoint({
    operationId: 'listAdminProducts',
    method: 'get',
    path: '/admin/products',
    audience: 'staff',
    summary: 'List products for editing',
    query: productListSchema,
    answer: productRowsSchema,
    handle: async ({ db, ownerSettings }, { query }) =>
      listProducts(db, query, (await ownerSettings.current()).lowStock),
  }),
  endpoint({
    operationId: 'createProduct',
    method: 'post',
    path: '/admin/products',
    audience: 'staff',
    summary: 'Create a product',
    errors: ['conflict'],
    body: newProductSchema,
    answer: productRecordSchema,
    status: 201,
    handle: ({ db }, { actor, body }) => addProduct(db, actor, body),
  }),
  endpoint({
    operationId: 'exportProducts',
    method: 'get',
    path: '/admin/products/export',
    audience: 'staff',
    summary: 'Download all products as a CSV file',
    streamContentType: 'text/csv; charset=utf-8',
    downloadName: 'alpine-products.csv',
    handle: async ({ db }) => exportProducts(db),
  }),
  endpoint({
    operationId: 'importProducts',
    method: 'post',
    path: '/admin/products/import',
    audience: 'admin',
    summary: 'Import products from a CSV file; by default only a dry run',
    description:
      'Checks the whole file before it changes anything. With `dryRun` it reports what the file would do. If a row has a problem, it is listed and nothing is applied. Rows are written 500 at a time; after an interruption, send the same file again. A row is skipped and listed if its product was edited meanwhile and the row is no longer valid.',
    errors: ['conflict'],
    query: z.object({ dryRun: z._default(z.enum(['true', 'false']), 'true') }),
    upload: {
      type: 'text/csv',
      maxBytes: 200 * megabyte,
      description: `A CSV file in UTF-8. The first line names the columns, in any order: ${columnNames}. A row whose slug exists changes that product; missing columns keep their values.`,
      example: 'slug,name,category,price_npr,price_usd,stock\nclear-quartz,Clear Quartz,crystal,1240.00,9.50,12\n',
    },
    answer: importReportSchema,
    handle: ({ db }, { actor, query, incoming }) =>
      importProducts(db, actor, incoming.stream(), { dryRun: query.dryRun === 'true' }),
  }),
  endpoint({
    operationId: 'getAdminProduct',
    method: 'get',
    path: '/admin/products/{productId}',
    audience: 'staff',
    summary: 'Get a product with everything that can be edited',
    errors: ['notFound'],
    params,
    answer: productRecordSchema,
    handle: ({ db }, { params: { productId } }) => readProductRecord(db, productId),
  }),
  endpoint({
    operationId: 'updateProduct',
    method: 'put',
    path: '/admin/products/{productId}',
    audience: 'staff',
    summary: 'Change a product',
    errors: ['notFound', 'conflict'],
    current: productRecordSchema,
    params,
    body: productChangeSchema,
    answer: productRecordSchema,
    handle: ({ db }, { actor, params: { productId }, body }) => changeProduct(db, actor, productId, body),
  }),
  endpoint({
    operationId: 'updateStockAndPrices',
    method: 'put',
    path: '/admin/products/{productId}/quick',
    audience: 'staff',
    summary: 'Change the stock or the prices of a product',
    errors: ['notFound', 'conflict'],
    current: productRecordSchema,
    params,
    body: quickChangeSchema,
    answer: productRecordSchema,
    handle: ({ db }, { actor, params: { productId }, body }) => changePricesAndStock(db, actor, productId, body),
  }),
  endpoint({
    operationId: 'archiveProduct',
    method: 'post',
    path: '/admin/products/{productId}/archive',
    audience: 'staff',
    summary: 'Archive a product',
    errors: ['notFound', 'conflict'],
    current: productRecordSchema,
    params,
    body: versionSchema,
    answer: productRecordSchema,
    handle: ({ db }, { actor, params: { productId }, body }) =>
      setArchived(db, actor, productId, { ...body, archived: true }),
  }),
  endpoint({
    operationId: 'restoreProduct',
    method: 'post',
    path: '/admin/products/{productId}/restore',
    audience: 'staff',
    summary: 'Restore an archived product',
    errors: ['notFound', 'conflict'],
    current: productRecordSchema,
    params,
    body: versionSchema,
    answer: productRecordSchema,
    handle: ({ db }, { actor, params: { productId }, body }) =>
      setArchived(db, actor, productId, { ...body, archived: false }),
  }),
  endpoint({
    operationId: 'duplicateProduct',
    method: 'post',
    path: '/admin/products/{productId}/duplicate',
    audience: 'staff',
    summary: 'Create a copy of a product',
    errors: ['notFound'],
    params,
    answer: productRecordSchema,
    status: 201,
    handle: ({ db }, { actor, params: { productId } }) => duplicateProduct(db, actor, productId),
  }),
  endpoint({
    operationId: 'uploadPicture',
    method: 'post',
    path: '/admin/pictures',
    audience: 'staff',
    summary: 'Upload a picture; it is re-encoded without its metadata under a random name',
    upload: { type: 'multipart/form-data', maxBytes: 20 * megabyte },
    body: pictureUploadSchema,
    answer: uploadedPictureSchema,
    status: 201,
    handle: async (shop, { body }) => uploadedPictureOnWire(await uploadPicture(shop, body.file)),
  }),
] as const
