import { recordChange } from '#modules/audit/service.server.ts'
import { type Db, isDatabaseUnavailable } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import { refusedTarget } from '#platform/outgoing.server.ts'
import type { ShopVersion } from '#platform/version.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { can, type Role, requireRight } from '#shared/rights.ts'
import { shippingOf } from '#shared/shipping.ts'
import {
  ownerSettingNames,
  type ShopSettings,
  type SiteSettings,
  settingsSchema,
  type WireSettings,
} from './contract.ts'
import { readSettings, replaceSettings } from './repo.server.ts'

/** The owner's settings, cached in this process until they change. */
export type OwnerSettings = {
  current(): Promise<ShopSettings & Pick<SiteSettings, 'shopEmail' | 'shipping' | 'delivery'> & { mailFrom: string }>
  site(): Promise<SiteSettings>
  /** The cached name, without a query: emails are queued inside transactions. */
  shopName(): string
  /** Clears the cache after a save in this process, without waiting for the notification. */
  invalidate(): void
}

export async function watchOwnerSettings(db: Db, version: ShopVersion, server: Settings): Promise<OwnerSettings> {
  let cached: Promise<ShopSettings> | undefined
  let lastRead = settingsSchema.parse({})
  const invalidate = () => {
    cached = undefined
  }
  version.onChange((change) => {
    if (change !== undefined && !change.endsWith(' settings')) return
    invalidate()
    if (change !== undefined) load().catch(() => {})
  })
  const read = async () => {
    lastRead = settingsSchema.parse((await readSettings(db)).settings)
    return lastRead
  }
  const load = async (): Promise<ShopSettings> => {
    const reading = version.isListening() ? (cached ?? read()) : read()
    cached ??= reading
    try {
      return await reading
    } catch (error) {
      if (cached === reading) cached = undefined
      // Pages that need no other query still render while the database is unavailable.
      if (isDatabaseUnavailable(error)) return lastRead
      throw error
    }
  }
  await load()
  const current = async () => {
    const settings = await load()
    return {
      ...settings,
      mailFrom: settings.emailSender || server.mailFrom,
      shopEmail: settings.email || server.shopEmail,
      shipping: shippingOf(settings),
      delivery: {
        nepal: { from: settings.nepalDaysFrom, to: settings.nepalDaysTo },
        abroad: { from: settings.abroadDaysFrom, to: settings.abroadDaysTo },
        returnDays: settings.returnDays,
      },
    }
  }
  const site = async () => {
    const { shopName, sellerName, sellerAddress, taxNumber, phone, instagram, facebook, ...rest } = await current()
    const { shopEmail, shipping, delivery } = rest
    return { shopName, sellerName, sellerAddress, taxNumber, phone, instagram, facebook, shopEmail, shipping, delivery }
  }
  return { current, site, invalidate, shopName: () => lastRead.shopName }
}

/** The path of a webhook URL is often a password, so only owners see it. */
export async function readSettingsForAdmin(db: Db, role: Role): Promise<WireSettings> {
  const settings = await readAllSettings(db)
  return can(role, 'ownerSettings') ? settings : { ...settings, webhookUrl: '' }
}

async function readAllSettings(db: Db): Promise<WireSettings> {
  const { version, settings } = await readSettings(db)
  return { ...settingsSchema.parse(settings), version }
}

/** Throws a conflict with the current settings if they have changed since `version` was read. */
export async function changeSettings(
  { db, settings, ownerSettings }: { db: Db; settings: Settings; ownerSettings: OwnerSettings },
  actor: { userId: string; name: string; role: Role },
  { version, ...sent }: WireSettings,
): Promise<WireSettings> {
  const refusal = sent.webhookUrl ? refusedTarget(sent.webhookUrl, settings) : undefined
  if (refusal)
    throw new ShopError('invalid', refusal, {
      details: [{ code: 'Invalid', field: 'webhookUrl', description: refusal }],
    })
  const saved = await db.transaction(async (tx) => {
    const { version: currentVersion, ...before } = await readAllSettings(tx)
    const after = currentVersion === version && withOwnerSettings(actor, before, sent)
    const isReplaced = after && (await replaceSettings(tx, version, after))
    if (!isReplaced) throw editConflict(await readSettingsForAdmin(tx, actor.role))
    await recordChange(tx, actor, {
      action: 'changed',
      subject: 'settings',
      subjectId: 'shop',
      before: withoutTokens(before),
      after: withoutTokens(after),
    })
    return readSettingsForAdmin(tx, actor.role)
  })
  ownerSettings.invalidate()
  await ownerSettings.current()
  return saved
}

/** Others than owners keep the settings of owners. They are refused if they send other values than they read. */
function withOwnerSettings(actor: { role: Role }, before: ShopSettings, sent: ShopSettings): ShopSettings {
  if (can(actor.role, 'ownerSettings')) return sent
  const shown = { ...before, webhookUrl: '' }
  if (ownerSettingNames.some((name) => sent[name] !== shown[name])) requireRight(actor, 'ownerSettings')
  return { ...sent, ...Object.fromEntries(ownerSettingNames.map((name) => [name, before[name]])) }
}

/** The path of a webhook URL is often a password, which the audit log must not contain. */
function withoutTokens({ webhookUrl, ...settings }: ShopSettings) {
  return { ...settings, webhookUrl: webhookUrl && `${new URL(webhookUrl).origin}/…` }
}
