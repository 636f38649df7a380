import { z } from 'zod'
import { exportProducts, importProducts } from '#modules/catalog/csv.server.ts'
import { importReportSchema } from '#modules/catalog/csv-columns.ts'
import {
  addProduct,
  changeProduct,
  changeQuickly,
  duplicateProduct,
  listProducts,
  readProductRecord,
  setArchived,
} from '#modules/catalog/editor.server.ts'
import {
  newProductSchema,
  productChangeSchema,
  productListSchema,
  productRecordSchema,
  productRowsSchema,
  quickChangeSchema,
  versionSchema,
} from '#modules/catalog/editor-schema.ts'
import { takenPictureSchema } from '#modules/media/schema.ts'
import { takenOnWire, takePicture } from '#modules/media/service.server.ts'
import { rowIdInPath } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const megabyte = 1024 * 1024

const params = z.object({
  productId: rowIdInPath('There is no such product.'),
})

export const adminProductEndpoints = [
  endpoint({
    method: 'get',
    path: '/admin/products',
    audience: 'staff',
    summary: 'The products, a page at a time',
    query: productListSchema,
    answer: productRowsSchema,
    handle: async ({ db, owner }, { query }) => listProducts(db, query, (await owner.current()).lowStock),
  }),
  endpoint({
    method: 'post',
    path: '/admin/products',
    audience: 'staff',
    summary: 'Adds a product',
    body: newProductSchema,
    answer: productRecordSchema,
    status: 201,
    handle: ({ db }, { actor, body }) => addProduct(db, actor, body),
  }),
  endpoint({
    method: 'get',
    path: '/admin/products/export',
    audience: 'staff',
    summary: 'Every product as a CSV file',
    streams: 'text/csv; charset=utf-8',
    download: 'alpine-products.csv',
    handle: async ({ db }) => exportProducts(db),
  }),
  endpoint({
    method: 'post',
    path: '/admin/products/import',
    audience: 'admin',
    summary: 'Reads a CSV file of products: all of it or nothing, or only to see what it would do',
    query: z.object({ dryRun: z.enum(['true', 'false']).default('true') }),
    upload: { type: 'text/csv', most: 200 * megabyte },
    answer: importReportSchema,
    handle: ({ db }, { actor, query, incoming }) =>
      importProducts(db, actor, incoming.stream(), { dryRun: query.dryRun === 'true' }),
  }),
  endpoint({
    method: 'get',
    path: '/admin/products/{productId}',
    audience: 'staff',
    summary: 'One product with all that can be edited',
    params,
    answer: productRecordSchema,
    handle: ({ db }, { params: { productId } }) => readProductRecord(db, productId),
  }),
  endpoint({
    method: 'put',
    path: '/admin/products/{productId}',
    audience: 'staff',
    summary: 'Changes a product; 409 with the record as it is now where somebody else was quicker',
    params,
    body: productChangeSchema,
    answer: productRecordSchema,
    handle: ({ db }, { actor, params: { productId }, body }) => changeProduct(db, actor, productId, body),
  }),
  endpoint({
    method: 'put',
    path: '/admin/products/{productId}/quick',
    audience: 'staff',
    summary: 'Changes the stock or the prices of a product',
    params,
    body: quickChangeSchema,
    answer: productRecordSchema,
    handle: ({ db }, { actor, params: { productId }, body }) => changeQuickly(db, actor, productId, body),
  }),
  endpoint({
    method: 'post',
    path: '/admin/products/{productId}/archive',
    audience: 'staff',
    summary: 'Takes a product out of the shop',
    params,
    body: versionSchema,
    answer: productRecordSchema,
    handle: ({ db }, { actor, params: { productId }, body }) =>
      setArchived(db, actor, productId, { ...body, archived: true }),
  }),
  endpoint({
    method: 'post',
    path: '/admin/products/{productId}/restore',
    audience: 'staff',
    summary: 'Puts a product back into the shop',
    params,
    body: versionSchema,
    answer: productRecordSchema,
    handle: ({ db }, { actor, params: { productId }, body }) =>
      setArchived(db, actor, productId, { ...body, archived: false }),
  }),
  endpoint({
    method: 'post',
    path: '/admin/products/{productId}/duplicate',
    audience: 'staff',
    summary: 'Makes a copy to start from',
    params,
    answer: productRecordSchema,
    status: 201,
    handle: ({ db }, { actor, params: { productId } }) => duplicateProduct(db, actor, productId),
  }),
  endpoint({
    method: 'post',
    path: '/admin/pictures',
    audience: 'staff',
    summary: 'Takes a picture in: encoded anew, without its metadata, under a drawn name',
    upload: { type: 'multipart/form-data', most: 20 * megabyte },
    answer: takenPictureSchema,
    status: 201,
    handle: async (shop, { incoming }) => takenOnWire(await takePicture(shop, (await incoming.form()).get('file'))),
  }),
]
