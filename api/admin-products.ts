import {
  addProduct,
  changePricesAndStock,
  changeProduct,
  duplicateProduct,
  listProducts,
  readProductRecord,
  setArchived,
} from '#modules/catalog/admin.server.ts'
import * as catalogAdmin from '#modules/catalog/admin-contract.ts'
import { importProducts } from '#modules/catalog/csv.server.ts'
import * as csv from '#modules/catalog/csv-contract.ts'
import { exportProducts } from '#modules/catalog/csv-export.server.ts'
import { changeCuratedList, readCuratedList } from '#modules/catalog/lists.server.ts'
import * as lists from '#modules/catalog/lists-contract.ts'
import { correctStock } from '#modules/catalog/stock-admin.server.ts'
import * as stock from '#modules/catalog/stock-contract.ts'
import * as media from '#modules/media/contract.ts'
import { uploadedPictureOnWire, uploadFrame, uploadPicture } from '#modules/media/service.server.ts'
import { readStockAndOrders } from '#modules/orders/stock-history.server.ts'
import { implement } from './endpoint.ts'

export const adminProductEndpoints = implement(
  { ...catalogAdmin, ...csv, ...lists, ...stock, ...media },
  {
    listAdminProducts: async ({ db, ownerSettings }, { query }) =>
      listProducts(db, query, (await ownerSettings.current()).lowStock),
    createProduct: (shop, { actor, body }) => addProduct(shop, actor, body),
    exportProducts: async ({ db }) => exportProducts(db),
    importProducts: (shop, { actor, query, incoming }) =>
      importProducts(shop, actor, incoming.stream(), { dryRun: query.dryRun === 'true' }),
    getAdminProduct: ({ db }, { params: { productId } }) => readProductRecord(db, productId),
    updateProduct: (shop, { actor, params: { productId }, body }) => changeProduct(shop, actor, productId, body),
    updateStockAndPrices: ({ db }, { actor, params: { productId }, body }) =>
      changePricesAndStock(db, actor, productId, body),
    archiveProduct: ({ db }, { actor, params: { productId }, body }) =>
      setArchived(db, actor, productId, { ...body, archived: true }),
    restoreProduct: ({ db }, { actor, params: { productId }, body }) =>
      setArchived(db, actor, productId, { ...body, archived: false }),
    duplicateProduct: ({ db }, { actor, params: { productId } }) => duplicateProduct(db, actor, productId),
    listStockMovements: ({ db }, { params: { productId }, query }) => readStockAndOrders(db, productId, query),
    correctStock: ({ db }, { actor, params: { productId }, body }) => correctStock(db, actor, productId, body),
    getCuratedList: ({ db }, { params: { list } }) => readCuratedList(db, list),
    updateCuratedList: ({ db }, { actor, params: { list }, body }) => changeCuratedList(db, actor, list, body),
    uploadPicture: async (shop, { body: { file, focusX, focusY, use } }) => {
      if (use === 'turn') return uploadedPictureOnWire(await uploadFrame(shop, file))
      const focus = focusX === undefined || focusY === undefined ? undefined : { x: focusX, y: focusY }
      return uploadedPictureOnWire(await uploadPicture(shop, file, focus))
    },
  },
)
