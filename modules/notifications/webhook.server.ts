import { createHmac, randomBytes } from 'node:crypto'
import { recordChange } from '#modules/audit/service.server.ts'
import type { OwnerSettings } from '#modules/settings/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { postToTarget } from '#platform/outgoing.server.ts'
import { addSecret, readSecret, replaceSecret } from '#platform/secrets.server.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import { toWire } from '#shared/money.ts'
import type { WebhookDelivery } from './admin-contract.ts'
import { adminUrl, type ShopEvent, sentenceOf } from './events.ts'
import { type Delivery, findDelivery, insertDelivery, newestDeliveries, recordAttempt } from './webhook-repo.server.ts'

/** Waits up to six hours between attempts; then the delivery has failed. */
export const webhookQueue = { name: 'webhook', retryLimit: 12 }

/** The body is stored here only, so that every attempt sends the same bytes. */
export type WebhookJob = { deliveryId: string; body: string }

export type WebhookContext = { db: Db; settings: Settings; ownerSettings: OwnerSettings }

const secretName = 'webhook'
const secretPrefix = 'whsec_'
const newWebhookSecret = () => secretPrefix + randomBytes(48).toString('base64')

export async function openWebhook(db: Db): Promise<void> {
  await addSecret(db, secretName, newWebhookSecret())
}

/** Part of the transaction that records the event. */
export async function queueWebhook(tx: Db, jobs: Jobs, siteUrl: string, event: ShopEvent): Promise<void> {
  const id = newId()
  const subject = event.event === 'order.placed' ? event.number : null
  await insertDelivery(tx, { id, event: event.event, subject })
  const job: WebhookJob = { deliveryId: id, body: JSON.stringify(payloadOf(siteUrl, event)) }
  await jobs.enqueue(tx, webhookQueue.name, job)
}

type Payload = {
  event: ShopEvent['event'] | 'test'
  id: string
  number: string | null
  total: number | null
  currency: string | null
  name: string
  url: string
  /** One sentence and the link, as chat services show it. */
  text: string
}

function payloadOf(siteUrl: string, event: ShopEvent): Payload {
  const { event: name, id } = event
  const url = adminUrl(siteUrl, event)
  const isOrder = name === 'order.placed'
  return {
    event: name,
    id,
    number: isOrder ? event.number : null,
    total: isOrder ? toWire(event.total) : null,
    currency: isOrder ? event.currency : null,
    name: event.name,
    url,
    text: `${withoutMarkup(sentenceOf(event))} ${url}`,
  }
}

/** Slack reads `<!channel>` in a customer's message as a call to everybody. */
function withoutMarkup(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›')
}

/** Sends the event. Throws if it did not arrive, so that the job tries again. */
export async function deliverWebhook(
  context: WebhookContext,
  { deliveryId, body }: WebhookJob,
  attempt: { last: boolean },
): Promise<void> {
  const { db, ownerSettings } = context
  if ((await findDelivery(db, deliveryId))?.status === 'delivered') return
  const { webhookUrl } = await ownerSettings.current()
  if (!webhookUrl) {
    await recordAttempt(db, deliveryId, { status: 'failed', responseStatus: null, error: 'There is no URL any more.' })
    return
  }
  const { responseStatus, error } = await send(context, webhookUrl, deliveryId, body)
  const status = error === null ? 'delivered' : attempt.last ? 'failed' : 'queued'
  await recordAttempt(db, deliveryId, { status, responseStatus, error })
  if (error !== null) throw new Error(`The webhook was not delivered: ${error}`)
}

async function send(
  { db, settings }: Pick<WebhookContext, 'db' | 'settings'>,
  url: string,
  id: string,
  body: string,
): Promise<Pick<Delivery, 'responseStatus' | 'error'>> {
  const secret = await readSecret(db, secretName)
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'ALPINE-Webhook',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(secret, `${id}.${timestamp}.${body}`),
  }
  try {
    const { status } = await postToTarget(settings, url, { headers, body })
    const isDelivered = status >= 200 && status < 300
    return { responseStatus: status, error: isDelivered ? null : rejectionText(status) }
  } catch (error) {
    return { responseStatus: null, error: error instanceof Error ? error.message : String(error) }
  }
}

function rejectionText(status: number): string {
  return status >= 300 && status < 400
    ? `The receiver redirects (${status}). Please enter the final URL.`
    : `The receiver answered ${status}.`
}

/** As in the specification of Standard Webhooks. */
function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** Sends at once and only once, so that the owner sees the outcome. */
export async function sendTestEvent(context: WebhookContext): Promise<WebhookDelivery> {
  const { db, settings, ownerSettings } = context
  const { webhookUrl, shopName } = await ownerSettings.current()
  if (!webhookUrl) throw new ShopError('conflict', 'Please save a webhook URL first.')
  const id = newId()
  const url = `${settings.siteUrl}/admin`
  const text = `This is a test from ${shopName}. ${url}`
  const payload: Payload = { event: 'test', id, number: null, total: null, currency: null, name: shopName, url, text }
  await db.transaction((tx) => insertDelivery(tx, { id, event: 'test', subject: null }))
  const outcome = await send(context, webhookUrl, id, JSON.stringify(payload))
  await recordAttempt(db, id, { ...outcome, status: outcome.error === null ? 'delivered' : 'failed' })
  const delivery = await findDelivery(db, id)
  if (!delivery) throw new Error('The delivery was deleted')
  return deliveryOnWire(delivery)
}

export async function readWebhook(db: Db): Promise<{ deliveries: WebhookDelivery[] }> {
  return { deliveries: (await newestDeliveries(db)).map(deliveryOnWire) }
}

function deliveryOnWire({ id, createdAt, attemptedAt: _, ...delivery }: Delivery): WebhookDelivery {
  return { ...delivery, deliveryId: id, createdAt: createdAt.toISOString() }
}

/** Returns the new secret, which no other call does. */
export async function changeSecret(db: Db, actor: { userId: string; name: string }): Promise<{ secret: string }> {
  const secret = newWebhookSecret()
  await db.transaction(async (tx) => {
    await replaceSecret(tx, secretName, secret)
    await recordChange(tx, actor, { action: 'replaced', subject: 'webhook secret', subjectId: 'shop' })
  })
  return { secret }
}
