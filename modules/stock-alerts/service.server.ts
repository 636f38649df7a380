import { randomBytes } from 'node:crypto'
import type { Actor } from '#modules/accounts/sessions.server.ts'
import { findStockItems } from '#modules/catalog/stock.server.ts'
import { type EmailContext, isEmailQueued, queueEmail } from '#modules/email/service.server.ts'
import type { OwnerSettings } from '#modules/settings/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import { type Origin, recipientKey } from '#platform/limits.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { ShopVersion } from '#platform/version.server.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import { type ListPage, offsetAndLimit, toListPage } from '#shared/lists.ts'
import { hashSecret } from '#shared/secrets.ts'
import type { WaitingItem, WaitingQuery } from './admin-contract.ts'
import { maxStockAlerts, type StockAlertRequest } from './contract.ts'
import { backInStockEmail, confirmStockAlertEmail, titleOf } from './email-templates.tsx'
import * as repo from './repo.server.ts'

/** Jobs that send the email with the link to confirm a request. */
export const stockAlertRequestQueue = 'stock-alert-request'
/** Jobs that send the emails about what is in stock again. */
export const stockAlertQueue = 'stock-alert'
/** In the morning of the shop: deletes old requests, and sends what no other job has sent. */
export const stockAlertHour = 6

/** The payload of the notification when stock rises from 0, or an archived product is restored. */
const restock = 'restock'
const alertsPerRun = 100
const secondsBetweenRuns = 60

export type StockAlertContext = EmailContext & {
  db: Db
  log: Log
  settings: Pick<Settings, 'siteUrl'>
  ownerSettings: Pick<OwnerSettings, 'shopName'>
}

export type RequestJob = repo.AlertKey & { id: string; userId: string | null }

/** Undefined if the address must confirm the request first. */
export async function requestAlert(
  context: StockAlertContext,
  { productId, productAttributeId: variantId, email: enteredEmail }: StockAlertRequest,
  actor: Actor | undefined,
  origin: Origin,
): Promise<repo.StoredAlert | undefined> {
  const { db, jobs, limits } = context
  const email = actor?.email ?? enteredEmail
  if (!email) throw invalidField('email', 'Please enter your email address.')
  await requireSoldOut(db, { productId, variantId })
  if (actor?.emailConfirmed) {
    const alert = await db.transaction((tx) => addAlert(tx, { email, productId, variantId }, actor.userId))
    await sendIfDue(context)
    return alert
  }
  await limits.spendOpen('stockAlertRequest', recipientKey(email), origin)
  const job: RequestJob = { id: newId(), email, productId, variantId, userId: actor?.userId ?? null }
  // A lookup here would reveal by its duration whether the address is known.
  await jobs.enqueue(db, stockAlertRequestQueue, job)
  return undefined
}

function invalidField(field: string, description: string): ShopError {
  return new ShopError('invalid', description, { details: [{ code: 'Invalid', field, description }] })
}

async function requireSoldOut(db: Db, key: { productId: number; variantId: number | null }): Promise<void> {
  const [item] = await findStockItems(db, [key])
  if (!item || item.isArchived) throw new ShopError('notFound', 'Product not found')
  if (!item.isVariantValid) throw invalidField('productAttributeId', 'Please choose one of the variants.')
  if (item.stock > 0) throw new ShopError('conflict', 'This is in stock again. Please reload the page.')
}

/** For a customer, whose email is confirmed. */
export async function addAlert(tx: Db, key: repo.AlertKey, userId: string): Promise<repo.StoredAlert> {
  await repo.lockAddress(tx, key.email)
  await repo.saveAlert(tx, { ...key, id: newId(), userId, tokenHash: null, isConfirmed: true })
  const alert = await repo.openAlertOf(tx, key)
  if (!alert) throw new ShopError('conflict', `You can wait for at most ${maxStockAlerts} products.`)
  return alert
}

/** Sends nothing if the address waits already. The email has the id of the request, so a repeated job sends nothing. */
export async function sendConfirmation(context: StockAlertContext, { id, userId, ...key }: RequestJob): Promise<void> {
  const { db, ownerSettings, settings } = context
  const token = newToken()
  await db.transaction(async (tx) => {
    if (await isEmailQueued(tx, id)) return
    await repo.lockAddress(tx, key.email)
    const isSaved = await repo.saveAlert(tx, { ...key, id, userId, tokenHash: hashSecret(token), isConfirmed: false })
    const alert = isSaved && (await repo.openAlertOf(tx, key))
    if (!alert) return
    await queueEmail(
      tx,
      context,
      { id, purpose: 'stockAlertRequest', to: alert.email, userId, confidential: true },
      confirmStockAlertEmail,
      { shopName: ownerSettings.shopName(), title: titleOf(alert.item), link: linkPage(settings, token) },
    )
  })
}

/** Hexadecimal, because the log redacts such tokens in URLs. */
const newToken = () => randomBytes(32).toString('hex')

const linkPage = ({ siteUrl }: Pick<Settings, 'siteUrl'>, token: string) => `${siteUrl}/stock-alerts/${token}`

export const linkPagePath = (token: string) => `/stock-alerts/${encodeURIComponent(token)}`

type Link = { alert: repo.StoredAlert; alerts: repo.StoredAlert[] }

export async function readLink(db: Db, token: string): Promise<Link> {
  const alert = await repo.findByToken(db, hashSecret(token))
  if (!alert) throw linkNotFound()
  return { alert, alerts: await repo.confirmedAlertsOf(db, alert.email) }
}

function linkNotFound(): ShopError {
  return new ShopError('notFound', 'This link is no longer valid, or its request has ended.')
}

export async function confirmAlert(context: StockAlertContext, token: string): Promise<void> {
  if (!(await repo.confirmByToken(context.db, hashSecret(token)))) throw linkNotFound()
  await sendIfDue(context)
}

export async function endAlertOfLink(db: Db, token: string, alertId: string): Promise<void> {
  const tokenHash = hashSecret(token)
  if (!(await repo.findByToken(db, tokenHash))) throw linkNotFound()
  await repo.endByToken(db, tokenHash, alertId)
}

/** Ends all requests of the address. */
export function unsubscribeLink(db: Db, token: string): Promise<void> {
  return repo.endByToken(db, hashSecret(token))
}

export const listAlerts = (db: Db, actor: Actor) => repo.openAlertsOf(db, ownerOf(actor))

export const endAlert = (db: Db, actor: Actor, alertId: string) => repo.endAlert(db, ownerOf(actor), alertId)

const ownerOf = ({ userId, email, emailConfirmed }: Actor): repo.Owner => ({
  userId,
  confirmedEmail: emailConfirmed ? email : undefined,
})

export async function listWaiting(db: Db, query: WaitingQuery): Promise<ListPage<WaitingItem>> {
  return toListPage(await repo.readWaiting(db, { productId: query.productId, ...offsetAndLimit(query) }), query)
}

type WatchContext = Pick<StockAlertContext, 'db' | 'jobs' | 'log'> & { version: ShopVersion }

/** The database notifies every instance after the commit; what rose while none was connected is sent at the start. */
export async function watchRestocks(context: WatchContext): Promise<void> {
  const { version, log } = context
  version.onChange((change) => {
    if (change !== restock && (change !== undefined || !version.isListening())) return
    sendIfDue(context).catch((error) => log.warn({ err: String(error) }, 'could not look for due stock alerts'))
  })
  await sendIfDue(context)
}

/** Also after a new request: its transaction may not have seen stock that rose meanwhile, and the other way round. */
async function sendIfDue({ db, jobs }: Pick<StockAlertContext, 'db' | 'jobs'>): Promise<void> {
  if ((await repo.findDue(db, 1)).length > 0) await jobs.enqueue(db, stockAlertQueue, {})
}

/** A job. Sends a limited number in the order of the requests, and leaves the rest to a later job. */
export async function sendStockAlerts(context: StockAlertContext): Promise<void> {
  const { db, jobs } = context
  await repo.deleteExpired(db)
  const due = await repo.findDue(db, alertsPerRun)
  for (const id of due) await sendAlert(context, id)
  if (due.length === alertsPerRun) await jobs.enqueue(db, stockAlertQueue, {}, { afterSeconds: secondsBetweenRuns })
}

/** The request ends in the transaction that queues its email, so a repeated job never sends it again. */
async function sendAlert(context: StockAlertContext, id: string): Promise<void> {
  const { db, log, ownerSettings, settings } = context
  const token = newToken()
  try {
    await db.transaction(async (tx) => {
      const sent = await repo.markSent(tx, id, hashSecret(token))
      if (!sent) return
      const { email: to, userId, item } = sent
      const unsubscribeUrl = `${settings.siteUrl}/api/stock-alert-links/${token}/unsubscribe`
      await queueEmail(tx, context, { purpose: 'stockAlert', to, userId, unsubscribeUrl }, backInStockEmail, {
        shopName: ownerSettings.shopName(),
        siteUrl: settings.siteUrl,
        link: linkPage(settings, token),
        item,
      })
    })
  } catch (error) {
    // This recipient gets it from a later job; the others must not wait.
    if (!(error instanceof ShopError && error.code === 'tooMany')) throw error
    log.warn({ alertId: id }, 'a stock alert waits, because its recipient got too many')
  }
}

/** Matched by account, or by confirmed email address, because anybody can enter any address. */
export const stockAlertRecords = {
  name: 'stockAlerts',
  collect: (db: Db, owner: repo.Owner) => repo.recordsOf(db, owner),
  erase: (tx: Db, owner: repo.Owner) => repo.deleteRecordsOf(tx, owner),
}
