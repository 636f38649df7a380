import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { integerId, integerIdFromText, requiredLine, versionField } from '#shared/fields.ts'

const courierMissing = 'There is no such courier.'
const name = requiredLine('the name of the courier', 80)

export const courierIdField = integerId('Please choose a courier.')

const courierSchema = namedObject('Courier', {
  id: z.int(),
  name: z.string(),
  isActive: z.boolean().check(z.meta({ description: 'Only active couriers can be chosen for a shipment' })),
  version: versionField,
})

const couriersSchema = z.array(courierSchema).register(z.globalRegistry, { id: 'Couriers' })
export const newCourierSchema = namedObject('NewCourier', { name })
const courierChangeSchema = namedObject('CourierChange', { name, isActive: z.boolean(), version: versionField })

export type Courier = z.infer<typeof courierSchema>
export type CourierChange = z.output<typeof courierChangeSchema>

export const listCouriers = endpoint({
  method: 'get',
  path: '/admin/couriers',
  audience: 'orders',
  summary: 'List the couriers by name',
  answer: couriersSchema,
})

export const addCourier = endpoint({
  method: 'post',
  path: '/admin/couriers',
  audience: 'settings',
  summary: 'Add a courier',
  errors: ['conflict'],
  body: newCourierSchema,
  answer: couriersSchema,
  status: 201,
})

export const changeCourier = endpoint({
  method: 'put',
  path: '/admin/couriers/{id}',
  audience: 'settings',
  summary: 'Rename a courier, or remove it from the list to choose from',
  errors: ['notFound', 'conflict'],
  current: couriersSchema,
  params: z.object({ id: integerIdFromText(courierMissing) }),
  body: courierChangeSchema,
  answer: couriersSchema,
})
