import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { requiredText } from '#shared/fields.ts'

const deliverySchema = namedObject('WebhookDelivery', {
  deliveryId: z.string(),
  event: z.enum(['order.placed', 'enquiry.received', 'test']),
  subject: z.nullable(z.string()).check(z.meta({ description: 'The number of the order.' })),
  status: z.enum(['queued', 'delivered', 'failed']),
  attempts: z.int(),
  responseStatus: z.nullable(z.int()),
  error: z.nullable(z.string()),
  createdAt: z.string(),
})

export const webhookSchema = namedObject('Webhook', {
  deliveries: z.array(deliverySchema),
})

export const webhookSecretSchema = namedObject('WebhookSecret', { secret: z.string() })

export type WebhookDelivery = z.infer<typeof deliverySchema>

export const getWebhook = endpoint({
  method: 'get',
  path: '/admin/webhook',
  audience: 'ownerSettings',
  summary: 'Get the latest deliveries of the webhook, newest first',
  answer: webhookSchema,
})

export const replaceWebhookSecret = endpoint({
  method: 'post',
  path: '/admin/webhook/secret',
  audience: 'ownerSettings',
  summary: 'Create a new signing secret of the webhook',
  description: 'The only response that contains the secret. The previous secret is invalid at once.',
  answer: webhookSecretSchema,
  status: 201,
})

export const testWebhook = endpoint({
  method: 'post',
  path: '/admin/webhook/test',
  audience: 'ownerSettings',
  summary: 'Send a test event to the webhook and return the outcome',
  errors: ['conflict'],
  answer: deliverySchema,
})

const key = (pattern: RegExp, error: string) => z.string(error).check(z.regex(pattern, error))

export const deviceSubscriptionSchema = namedObject('DeviceSubscription', {
  endpoint: requiredText(1000, 'The URL of the push service is missing.'),
  p256dh: key(/^[\w-]{87}$/, 'This is not a public key of 65 bytes.'),
  auth: key(/^[\w-]{22}$/, 'This is not a key of 16 bytes.'),
})

export const deviceSchema = namedObject('NotificationDevice', { publicKey: z.string(), isOn: z.boolean() })

export type DeviceSubscription = z.infer<typeof deviceSubscriptionSchema>

export const getDevice = endpoint({
  method: 'get',
  path: '/admin/notifications/device',
  audience: 'today',
  summary: 'Whether this session gets push messages, and the public key of the shop',
  answer: deviceSchema,
})

export const turnOnDevice = endpoint({
  method: 'put',
  path: '/admin/notifications/device',
  audience: 'today',
  summary: 'Send push messages to the browser of this session',
  body: deviceSubscriptionSchema,
  status: 204,
})

export const turnOffDevice = endpoint({
  method: 'delete',
  path: '/admin/notifications/device',
  audience: 'today',
  summary: 'Stop push messages to the browser of this session',
  status: 204,
})

export const testDevice = endpoint({
  method: 'post',
  path: '/admin/notifications/device/test',
  audience: 'today',
  summary: 'Send a test message to the browser of this session',
  errors: ['conflict'],
  status: 204,
})
