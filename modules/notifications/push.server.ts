import { ECDH } from 'node:crypto'
import type { OwnerSettings } from '#modules/settings/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { postToTarget, refusedTarget } from '#platform/outgoing.server.ts'
import { addSecret, findSecret, readSecret } from '#platform/secrets.server.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import { rights } from '#shared/rights.ts'
import type { DeviceSubscription } from './admin-contract.ts'
import { adminUrl, detailsOf, type ShopEvent, titleOf } from './events.ts'
import {
  deleteSubscription,
  deleteSubscriptionOf,
  findSubscription,
  listSubscriptionIds,
  saveSubscription,
  subscriptionIdOf,
} from './push-repo.server.ts'

export const pushQueue = 'push'

/** What the service worker shows. `url` is a path of the shop; a later message with the same tag replaces an earlier. */
type PushMessage = { title: string; body: string; url: string; tag: string }
export type PushJob = { subscriptionId: string; message: PushMessage }

/** The keys that prove to push services that a message comes from this shop. */
export type PushKeys = { publicKey: string; privateKey: string }

type PushContext = { db: Db; log: Log; settings: Settings; ownerSettings: OwnerSettings; pushKeys: PushKeys }
type Device = { userId: string; session: string }

const secretName = 'vapid'
const secondsToLive = 12 * 3600

/** The keys are made at the first start. Browsers subscribe with them, so they never change. */
export async function openPushKeys(db: Db): Promise<PushKeys> {
  if (!(await findSecret(db, secretName))) {
    const { default: webPush } = await import('web-push')
    await addSecret(db, secretName, JSON.stringify(webPush.generateVAPIDKeys()))
  }
  return JSON.parse(await readSecret(db, secretName)) as PushKeys
}

export async function readDevice({ db, pushKeys }: Pick<PushContext, 'db' | 'pushKeys'>, { session }: Device) {
  return { publicKey: pushKeys.publicKey, isOn: (await subscriptionIdOf(db, session)) !== undefined }
}

export async function turnOnDevice(
  { db, settings }: Pick<PushContext, 'db' | 'settings'>,
  { userId, session }: Device,
  { endpoint, p256dh, auth }: DeviceSubscription,
): Promise<void> {
  const refusal = refusedTarget(endpoint, settings)
  if (refusal) throw invalid('endpoint', refusal)
  if (!isPublicKey(p256dh)) throw invalid('p256dh', 'This is not a public key.')
  await saveSubscription(db, { id: newId(), userId, session, endpoint, p256dh, auth })
}

const invalid = (field: string, description: string) =>
  new ShopError('invalid', description, { details: [{ code: 'Invalid', field, description }] })

function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

export function turnOffDevice(db: Db, { session }: Device): Promise<void> {
  return deleteSubscriptionOf(db, session)
}

export async function sendTestMessage({ db, jobs }: { db: Db; jobs: Jobs }, { session }: Device): Promise<void> {
  const subscriptionId = await subscriptionIdOf(db, session)
  if (!subscriptionId) throw new ShopError('conflict', 'Please turn notifications on first.')
  const message = {
    title: 'Notifications work',
    body: 'New orders and enquiries appear here.',
    url: '/admin',
    tag: 'test',
  }
  await jobs.enqueue(db, pushQueue, { subscriptionId, message } satisfies PushJob)
}

/** Part of the transaction that records the event. */
export async function queuePush(tx: Db, jobs: Jobs, event: ShopEvent): Promise<void> {
  const message = { title: titleOf(event), body: detailsOf(event), url: adminUrl('', event), tag: event.id }
  const { roles } = rights[event.event === 'order.placed' ? 'orders' : 'enquiries']
  for (const subscriptionId of await listSubscriptionIds(tx, roles))
    await jobs.enqueue(tx, pushQueue, { subscriptionId, message } satisfies PushJob)
}

/** Throws if the push service may accept the message later, so that the job tries again. */
export async function deliverPush(context: PushContext, { subscriptionId, message }: PushJob): Promise<void> {
  const { db, log, settings } = context
  const subscription = await findSubscription(db, subscriptionId)
  if (!subscription) return
  const { endpoint, headers, body } = await encrypt(context, subscription, message)
  const { status } = await postToTarget(settings, endpoint, { headers, body })
  if (status === 404 || status === 410) return deleteSubscription(db, subscriptionId)
  if (status === 429 || status >= 500) throw new Error(`The push service answered ${status}`)
  if (status >= 300) log.warn({ status, host: new URL(endpoint).host }, 'a push service rejected a message')
}

async function encrypt(
  { ownerSettings, pushKeys }: Pick<PushContext, 'ownerSettings' | 'pushKeys'>,
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  message: PushMessage,
) {
  const { default: webPush } = await import('web-push')
  const { shopEmail } = await ownerSettings.current()
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
    vapidDetails: { ...pushKeys, subject: `mailto:${shopEmail}` },
    TTL: secondsToLive,
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  })
  const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]))
  return { endpoint: details.endpoint, headers, body: details.body }
}
