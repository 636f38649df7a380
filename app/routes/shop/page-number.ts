import { pagingSchema, shopPageSize } from '#modules/catalog/schema.ts'

export const pageNumberSchema = pagingSchema(shopPageSize).shape.pageNumber
