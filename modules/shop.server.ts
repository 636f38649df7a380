import { noteRecords } from '#modules/accounts/admin.server.ts'
import { type Devices, openDevices } from '#modules/accounts/devices.server.ts'
import type { PersonalRecords } from '#modules/accounts/profile.server.ts'
import { type LinkWanted, recoveryQueue, sendWantedLink } from '#modules/accounts/recovery.server.ts'
import { addressRecords } from '#modules/addresses/service.server.ts'
import { cartRecords } from '#modules/cart/service.server.ts'
import { reviewRecords } from '#modules/catalog/reviews.server.ts'
import { Catalog } from '#modules/catalog/service.server.ts'
import { publishDue, publishQueue } from '#modules/content/admin.server.ts'
import { deliverMail, type MailOutcome, mailQueue, mailRecords } from '#modules/email/service.server.ts'
import { enquiryRecords } from '#modules/enquiries/service.server.ts'
import { sweepPicture, sweepQueue } from '#modules/media/sweep.server.ts'
import { orderRecords } from '#modules/orders/service.server.ts'
import { quoteRecords } from '#modules/quotes/service.server.ts'
import { followSettings, type OwnersWord } from '#modules/settings/service.server.ts'
import { wishlistRecords } from '#modules/wishlist/service.server.ts'
import { type Database, type Db, openDatabase } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import { type Files, openFiles } from '#platform/files.server.ts'
import { type Jobs, startJobs } from '#platform/jobs.server.ts'
import { createLimits, type Limits } from '#platform/limits.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createMetrics, type Metrics } from '#platform/metrics.server.ts'
import { connectOpenId, type OpenId } from '#platform/openid.server.ts'
import { createPasswords, type PasswordBounds, type Passwords, passwordsAtOnce } from '#platform/passwords.server.ts'
import { openReads, type Reads } from '#platform/replica.server.ts'
import { connectSmtp } from '#platform/smtp.server.ts'
import { followShopVersion, type ShopVersion } from '#platform/version.server.ts'

/** Everything that an open shop holds. Both doors, `api` and `app`, are handed this one object. */
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
  /** Where the catalogue and the stories are read: on a replica, where one keeps up. */
  reads: Reads
  catalog: Catalog
  owner: OwnersWord
  /** What each part of the shop holds about people: told on request, erased with the account. */
  personalRecords: readonly PersonalRecords[]
  close(): Promise<void>
}

type Part = { worksOnJobs?: boolean; jobsEverySeconds?: number; passwords?: PasswordBounds }

export async function openShop(settings: Settings, log: Log, given?: Database, part: Part = {}): Promise<Shop> {
  const database = given ?? (await openDatabase(settings, log))
  try {
    const applied = await database.migrate()
    if (applied > 0) log.info({ applied }, 'the database was brought up to date')
    return await furnish(settings, log, database, part)
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}

async function furnish(settings: Settings, log: Log, database: Database, part: Part): Promise<Shop> {
  const { db } = database
  const metrics = createMetrics(database, settings, log)
  const jobs = await startJobs(database, log, [mailQueue, recoveryQueue, publishQueue, sweepQueue], {
    ...part,
    onEnd: (queue, outcome) => metrics.jobs.inc({ queue, outcome }),
  })
  const version = await followShopVersion(database)
  const reads = await openReads(settings, database, version, { log, metrics })
  const owner = await followSettings(db, version, settings)
  const smtp = settings.smtpUrl ? connectSmtp(settings.smtpUrl) : undefined
  const onOutcome = (outcome: MailOutcome) => metrics.mails.inc({ outcome })
  await jobs.work<{ mailId: string }>(mailQueue, async ({ mailId }, attempt) => {
    const { mailFrom: from } = await owner.current()
    await deliverMail({ db, smtp, from, log, onOutcome }, mailId, attempt)
  })
  const shop: Shop = {
    settings,
    log,
    database,
    db,
    jobs,
    files: await openFiles(settings),
    limits: createLimits(settings, database),
    metrics,
    devices: await openDevices(db),
    passwords: createPasswords({ atOnce: passwordsAtOnce(settings.processes), ...part.passwords }),
    openid: connectOpenId(settings),
    version,
    reads,
    catalog: new Catalog(),
    owner,
    personalRecords: [
      noteRecords,
      addressRecords,
      enquiryRecords,
      mailRecords,
      cartRecords,
      wishlistRecords,
      orderRecords,
      reviewRecords,
      quoteRecords,
    ],
    close: async () => {
      await jobs.stop()
      smtp?.close()
      await reads.close()
      await database.close()
    },
  }
  await jobs.work(publishQueue, () => publishDue(db))
  await jobs.work<{ pictureId: number }>(sweepQueue, ({ pictureId }) => sweepPicture(shop, pictureId))
  await jobs.work<LinkWanted>(recoveryQueue, (wanted) => sendWantedLink(shop, wanted))
  return shop
}
