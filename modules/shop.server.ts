import { noteRecords } from '#modules/accounts/admin.server.ts'
import { type Devices, openDevices } from '#modules/accounts/devices.server.ts'
import { accountEmails } from '#modules/accounts/email-templates.tsx'
import type { PersonalRecords } from '#modules/accounts/profile.server.ts'
import { type LinkRequest, recoveryQueue, sendRequestedLink } from '#modules/accounts/recovery.server.ts'
import { addressRecords } from '#modules/addresses/service.server.ts'
import { cartRecords } from '#modules/cart/service.server.ts'
import { reviewRecords } from '#modules/catalog/reviews.server.ts'
import { saleQueue, startAndEndSales } from '#modules/catalog/sales.server.ts'
import { Catalog } from '#modules/catalog/service.server.ts'
import { StockVersion } from '#modules/catalog/stock-version.server.ts'
import { publishDue, publishQueue } from '#modules/content/admin.server.ts'
import { type PageSeo, watchPageSeo } from '#modules/content/page-seo.server.ts'
import {
  deliverEmail,
  type EmailJob,
  type EmailOutcome,
  emailQueue,
  emailRecords,
  formerEmailQueue,
} from '#modules/email/service.server.ts'
import { shopReadyEmail } from '#modules/email/shop-ready-email.tsx'
import { answerEmail } from '#modules/enquiries/answer-email.tsx'
import { enquiryRecords } from '#modules/enquiries/service.server.ts'
import { invoiceRecords } from '#modules/invoices/service.server.ts'
import { sweepPicture, sweepQueue } from '#modules/media/sweep.server.ts'
import { enquiryEmail, newOrderEmail } from '#modules/notifications/email-templates.tsx'
import { notificationQueue, type ShopEvent } from '#modules/notifications/events.ts'
import { emailLowStock, lowStockHour, lowStockQueue } from '#modules/notifications/low-stock.server.ts'
import { lowStockEmail } from '#modules/notifications/low-stock-email.tsx'
import {
  deliverPush,
  openPushKeys,
  type PushJob,
  type PushKeys,
  pushQueue,
} from '#modules/notifications/push.server.ts'
import { announce } from '#modules/notifications/service.server.ts'
import { deliverWebhook, openWebhook, type WebhookJob, webhookQueue } from '#modules/notifications/webhook.server.ts'
import { orderChangedEmail, orderCorrectionEmail } from '#modules/orders/changed-email.tsx'
import { orderEmail, unconfirmedOrderEmail } from '#modules/orders/order-email.tsx'
import { orderRecords } from '#modules/orders/service.server.ts'
import { shipmentEmail } from '#modules/orders/shipment-email.tsx'
import { orderStatusEmail } from '#modules/orders/status-emails.tsx'
import { quoteEmail } from '#modules/quotes/quote-email.tsx'
import { quoteRecords } from '#modules/quotes/service.server.ts'
import { type OwnerSettings, watchOwnerSettings } from '#modules/settings/service.server.ts'
import { backInStockEmail, confirmStockAlertEmail } from '#modules/stock-alerts/email-templates.tsx'
import {
  type RequestJob,
  sendConfirmation,
  sendStockAlerts,
  stockAlertHour,
  stockAlertQueue,
  stockAlertRecords,
  stockAlertRequestQueue,
  watchRestocks,
} from '#modules/stock-alerts/service.server.ts'
import { wishlistRecords } from '#modules/wishlist/service.server.ts'
import { type Database, type Db, openDatabase } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import { type Files, openFiles } from '#platform/files.server.ts'
import { type Jobs, startJobs } from '#platform/jobs.server.ts'
import { createLimits, type Limits } from '#platform/limits.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createMetrics, type Metrics } from '#platform/metrics.server.ts'
import { connectOpenId, type OpenId } from '#platform/openid.server.ts'
import { createPasswords, type PasswordBounds, type Passwords } from '#platform/passwords.server.ts'
import { connectSmtp } from '#platform/smtp.server.ts'
import { type ShopVersion, watchShopVersion } from '#platform/version.server.ts'

/** The services of a running shop, shared by `api` and `app`. */
export type Shop = {
  settings: Settings
  log: Log
  database: Database
  db: Db
  files: Files
  jobs: Jobs
  limits: Limits
  metrics: Metrics
  passwords: Passwords
  devices: Devices
  openid: OpenId | undefined
  version: ShopVersion
  stockVersion: StockVersion
  catalog: Catalog
  ownerSettings: OwnerSettings
  pageSeo: PageSeo
  pushKeys: PushKeys
  /** Personal data by module: exported on request, erased with the account. */
  personalRecords: readonly PersonalRecords[]
  close(): Promise<void>
}

const queues = [
  emailQueue,
  formerEmailQueue,
  recoveryQueue,
  publishQueue,
  saleQueue,
  sweepQueue,
  notificationQueue,
  webhookQueue,
  pushQueue,
  lowStockQueue,
  stockAlertRequestQueue,
  stockAlertQueue,
]

/** Every template that `queueEmail` is called with. */
export const emailTemplates = [
  shopReadyEmail,
  ...accountEmails,
  newOrderEmail,
  enquiryEmail,
  lowStockEmail,
  answerEmail,
  quoteEmail,
  orderEmail,
  unconfirmedOrderEmail,
  orderStatusEmail,
  orderChangedEmail,
  shipmentEmail,
  orderCorrectionEmail,
  confirmStockAlertEmail,
  backInStockEmail,
]

type ShopOptions = { jobPollSeconds?: number; passwords?: PasswordBounds }

export async function openShop(
  settings: Settings,
  log: Log,
  existing?: Database,
  options: ShopOptions = {},
): Promise<Shop> {
  const database = existing ?? (await openDatabase(settings, log))
  try {
    const applied = await database.migrate()
    if (applied > 0) log.info({ applied }, 'database migrations applied')
    return await createShop(settings, log, database, options)
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}

async function createShop(settings: Settings, log: Log, database: Database, options: ShopOptions): Promise<Shop> {
  const { db } = database
  const metrics = createMetrics(database, settings, log)
  const startingJobs = startJobs(database, log, queues, {
    ...options,
    onEnd: (queue, outcome) => metrics.jobs.inc({ queue, outcome }),
  })
  const watching = watchShopVersion(database)
  const [jobs, version, ownerSettings, pageSeo, devices, pushKeys, files] = await Promise.all([
    startingJobs,
    watching,
    watching.then((started) => watchOwnerSettings(db, started, settings)),
    watching.then((started) => watchPageSeo(db, started)),
    openDevices(db),
    openPushKeys(db),
    openFiles(settings),
    openWebhook(db),
  ])
  const smtp = settings.smtpUrl ? connectSmtp(settings.smtpUrl) : undefined
  const onOutcome = (outcome: EmailOutcome) => metrics.emails.inc({ outcome })
  const shop: Shop = {
    settings,
    log,
    database,
    db,
    jobs,
    files,
    limits: createLimits(settings, database),
    metrics,
    devices,
    passwords: createPasswords(options.passwords),
    openid: connectOpenId(settings),
    version,
    stockVersion: new StockVersion(db),
    catalog: new Catalog(),
    ownerSettings,
    pageSeo,
    pushKeys,
    personalRecords: [
      noteRecords,
      addressRecords,
      enquiryRecords,
      emailRecords,
      cartRecords,
      wishlistRecords,
      orderRecords,
      invoiceRecords,
      reviewRecords,
      quoteRecords,
      stockAlertRecords,
    ],
    close: async () => {
      await jobs.stop()
      smtp?.close()
      await database.close()
    },
  }
  for (const queue of [emailQueue, formerEmailQueue]) {
    jobs.work<EmailJob>(queue, async (job, attempt) => {
      if (job.event) await announce(shop, job.event as ShopEvent)
      const { mailFrom: from } = await ownerSettings.current()
      await deliverEmail({ db, smtp, from, log, templates: emailTemplates, onOutcome }, job, attempt)
    })
  }
  jobs.work<ShopEvent>(notificationQueue, (event) => announce(shop, event))
  jobs.work<PushJob>(pushQueue, (job) => deliverPush(shop, job))
  jobs.work<WebhookJob>(webhookQueue.name, (job, attempt) => deliverWebhook(shop, job, attempt))
  jobs.work(lowStockQueue, (_, { id }) => emailLowStock(shop, id))
  jobs.work(publishQueue, () => publishDue(db))
  jobs.work(saleQueue, () => startAndEndSales(db))
  jobs.work<{ pictureId: number }>(sweepQueue, ({ pictureId }) => sweepPicture(shop, pictureId))
  jobs.work<RequestJob>(stockAlertRequestQueue, (request) => sendConfirmation(shop, request))
  jobs.work(stockAlertQueue, () => sendStockAlerts(shop))
  jobs.work<LinkRequest>(recoveryQueue, (request) => sendRequestedLink(shop, request))
  await Promise.all([
    jobs.daily(lowStockQueue, lowStockHour),
    jobs.daily(stockAlertQueue, stockAlertHour),
    watchRestocks(shop),
  ])
  return shop
}
