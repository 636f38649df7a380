import * as z from 'zod/mini'
import { pictureSchema } from '#modules/media/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { integerId, versionField } from '#shared/fields.ts'
import { curatedListNames } from './curated-lists.ts'

/** A longer list shows only its beginning. */
export const maxListed = 200

const params = z.object({ list: z.enum(curatedListNames, 'There is no such list.') })

const ids = z.array(integerId('There is no such product.')).check(
  z.maxLength(maxListed, `A list can have at most ${maxListed} products here.`),
  z.refine((productIds) => new Set(productIds).size === productIds.length, 'Please choose each product only once.'),
)

const listedProduct = z.object({
  productId: z.int(),
  name: z.string(),
  stock: z.int(),
  isArchived: z.boolean(),
  picture: z.nullable(pictureSchema),
})

export const curatedListSchema = namedObject('CuratedList', {
  version: z.int32(),
  total: z.int(),
  products: z.array(listedProduct).check(z.meta({ description: `At most the first ${maxListed}` })),
})

export const curatedListChangeSchema = namedObject('CuratedListChange', {
  version: versionField,
  productIds: ids.check(z.meta({ description: 'In their new order; other products of the list come after them' })),
  readIds: ids.check(
    z.meta({ description: 'The products as they were read: those that are not in `productIds` are removed' }),
  ),
})

export type ListedProduct = z.infer<typeof listedProduct>
export type CuratedList = z.infer<typeof curatedListSchema>
export type CuratedListChange = z.output<typeof curatedListChangeSchema>

export const getCuratedList = endpoint({
  method: 'get',
  path: '/admin/lists/{list}',
  audience: 'content',
  summary: 'Get the products of a list in their order',
  params,
  answer: curatedListSchema,
})

export const updateCuratedList = endpoint({
  method: 'put',
  path: '/admin/lists/{list}',
  audience: 'content',
  summary: 'Add, remove and sort the products of a list',
  errors: ['conflict'],
  current: curatedListSchema,
  params,
  body: curatedListChangeSchema,
  answer: curatedListSchema,
})
