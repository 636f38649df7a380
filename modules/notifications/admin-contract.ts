import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'

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
  audience: 'admin',
  summary: 'Get the latest deliveries of the webhook, newest first',
  answer: webhookSchema,
})

export const replaceWebhookSecret = endpoint({
  method: 'post',
  path: '/admin/webhook/secret',
  audience: 'admin',
  summary: 'Create a new signing secret of the webhook',
  description: 'The only response that contains the secret. The previous secret is invalid at once.',
  answer: webhookSecretSchema,
  status: 201,
})

export const testWebhook = endpoint({
  method: 'post',
  path: '/admin/webhook/test',
  audience: 'admin',
  summary: 'Send a test event to the webhook and return the outcome',
  errors: ['conflict'],
  answer: deliverySchema,
})
