import { type EmailContext, queueEmail } from '#modules/email/service.server.ts'
import type { OwnerSettings } from '#modules/settings/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import type { Log } from '#platform/log.server.ts'
import { ShopError } from '#shared/errors.ts'
import { enquiryEmail, newOrderEmail } from './email-templates.tsx'
import { adminUrl, type EnquiryReceived, type ShopEvent, titleOf } from './events.ts'
import { queuePush } from './push.server.ts'
import { recordEnquiry, recordOrder } from './repo.server.ts'
import { queueWebhook } from './webhook.server.ts'

export type NotificationContext = EmailContext & {
  db: Db
  log: Log
  settings: Pick<Settings, 'siteUrl'>
  ownerSettings: OwnerSettings
}

/**
 * Called by jobs, which may run twice. The event is recorded in the transaction that queues its notifications, so each
 * is queued once.
 */
export async function announce(context: NotificationContext, event: ShopEvent): Promise<void> {
  const owner = await context.ownerSettings.current()
  await context.db.transaction(async (tx) => {
    const recorded = await (event.event === 'order.placed' ? recordOrder : recordEnquiry)(tx, event.id)
    if (!recorded) return
    await emailShop(tx, context, event, { ...owner, ...recorded })
    await queuePush(tx, context.jobs, event)
    if (owner.webhookUrl) await queueWebhook(tx, context.jobs, context.settings.siteUrl, event)
  })
}

type EmailOptions = Pick<
  Awaited<ReturnType<OwnerSettings['current']>>,
  'shopName' | 'shopEmail' | 'emailNewOrders' | 'emailNewEnquiries'
> & { userId: string | null }

/** Above the limit of emails to the shop, the email is left out. */
async function emailShop(tx: Db, context: NotificationContext, event: ShopEvent, options: EmailOptions): Promise<void> {
  const { shopName, shopEmail: to, userId } = options
  const url = adminUrl(context.settings.siteUrl, event)
  try {
    if (event.event === 'order.placed' && options.emailNewOrders) {
      // The email names the buyer, so it is deleted with the account.
      await queueEmail(tx, context, { purpose: 'newOrder', to, userId }, newOrderEmail, { shopName, url, ...event })
    }
    if (event.event === 'enquiry.received' && options.emailNewEnquiries) {
      const props = { shopName, url, ...enquiryProps(event) }
      await queueEmail(tx, context, { purpose: 'enquiry', to, enquiryId: event.id }, enquiryEmail, props)
    }
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'tooMany')) throw error
    context.log.warn({ event: event.event, id: event.id }, 'the shop gets no email: too many in an hour')
  }
}

function enquiryProps(event: EnquiryReceived) {
  const { name, email, phoneNumber, message } = event
  const from: [label: string, value: string][] = [['From', name]]
  if (email) from.push(['Email', email])
  if (phoneNumber) from.push(['Phone', phoneNumber])
  return { title: titleOf(event), from, message }
}
