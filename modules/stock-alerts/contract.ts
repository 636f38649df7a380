import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { emailField, integerId, rawText, uuidOrUnknown } from '#shared/fields.ts'

/** Open requests of one email address. */
export const maxStockAlerts = 50
export const confirmationDays = 7
/** Requests that are still open end after so many days; sent ones are deleted. */
export const stockAlertDays = 180

export const stockAlertRequestSchema = namedObject('StockAlertRequest', {
  productId: integerId('There is no such product.'),
  productAttributeId: z._default(z.nullable(integerId('There is no such variant.')), null),
  email: z.optional(emailField).check(z.meta({ description: 'Of a visitor; customers get the email at their own' })),
})

export type StockAlertRequest = z.output<typeof stockAlertRequestSchema>

const stockAlertSchema = namedObject('StockAlert', {
  alertId: z.string(),
  productId: z.int(),
  productAttributeId: z.nullable(z.int32()),
  name: z.string(),
  attributeValue: z.nullable(z.string()),
  slugs: z.string(),
  categoryId: z.int(),
  imageURL: z.nullable(z.string()),
  isConfirmed: z.boolean().check(z.meta({ description: 'False until the link in the email was confirmed' })),
})

export type WireStockAlert = z.infer<typeof stockAlertSchema>

export const stockAlertListSchema = namedObject('StockAlerts', { alerts: z.array(stockAlertSchema) })

export const requestStockAlert = endpoint({
  method: 'post',
  path: '/stock-alerts',
  audience: 'public',
  summary: 'Ask for an email when a sold-out product or variant is in stock again',
  description:
    'A customer with a confirmed email gets the request back. Everyone else gets an email with a link first; the response does not tell whether the address is known.',
  optionalToken: true,
  errors: ['notFound', 'conflict'],
  body: stockAlertRequestSchema,
  answer: namedObject('RequestedStockAlert', {
    message: z.string(),
    alert: z.nullable(stockAlertSchema),
  }),
  status: 201,
})

export const listStockAlerts = endpoint({
  method: 'get',
  path: '/stock-alerts/{userId}',
  audience: 'customer',
  summary: 'List the open requests of the caller, oldest first',
  params: z.object({ userId: uuidOrUnknown }),
  answer: stockAlertListSchema,
})

export const endStockAlert = endpoint({
  method: 'delete',
  path: '/stock-alerts/{userId}/{alertId}',
  audience: 'customer',
  summary: 'End a request; ending one that has ended is not an error',
  params: z.object({ userId: uuidOrUnknown, alertId: uuidOrUnknown }),
  status: 204,
})

/** The token in the URL of an email. */
const linkParams = z.object({ token: rawText(100) })

const linkSchema = namedObject('StockAlertLink', {
  email: z.string(),
  alert: z
    .extend(stockAlertSchema, { isSent: z.boolean() })
    .register(z.globalRegistry, { id: 'StockAlertOfLink' })
    .check(z.meta({ description: 'The request that the email was about' })),
  alerts: z.array(stockAlertSchema).check(z.meta({ description: 'All confirmed, open requests of the address' })),
})

export type StockAlertLink = z.infer<typeof linkSchema>

export const getStockAlertLink = endpoint({
  method: 'get',
  path: '/stock-alert-links/{token}',
  audience: 'public',
  summary: 'Get the requests of an email address with a link from an email',
  errors: ['notFound'],
  params: linkParams,
  answer: linkSchema,
})

export const confirmStockAlert = endpoint({
  method: 'post',
  path: '/stock-alert-links/{token}/confirm',
  audience: 'public',
  summary: 'Confirm a request with the link from its email',
  errors: ['notFound'],
  params: linkParams,
  status: 204,
})

export const endStockAlertOfLink = endpoint({
  method: 'delete',
  path: '/stock-alert-links/{token}/{alertId}',
  audience: 'public',
  summary: 'End one request of an email address with a link from an email',
  errors: ['notFound'],
  params: z.extend(linkParams, { alertId: uuidOrUnknown }),
  status: 204,
})

export const unsubscribe = endpoint({
  method: 'post',
  path: '/stock-alert-links/{token}/unsubscribe',
  audience: 'public',
  summary: 'End all requests of an email address, as mail programs do with one click (RFC 8058)',
  description: 'An unknown link gives the same response. The body is not read.',
  params: linkParams,
  status: 204,
})

export const openUnsubscribePage = endpoint({
  method: 'get',
  path: '/stock-alert-links/{token}/unsubscribe',
  audience: 'public',
  summary: 'Redirect to the page of a link, for mail programs that open it in a browser',
  params: linkParams,
  status: 302,
})
