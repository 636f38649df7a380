import { recordChange } from '#modules/audit/service.server.ts'
import { type Db, isDatabaseAway } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import type { ShopVersion } from '#platform/version.server.ts'
import { editConflict } from '#shared/errors.ts'
import { fromWire } from '#shared/money.ts'
import { readSettings, replaceSettings } from './repo.server.ts'
import { type OwnerSettings, type SiteFacts, settingsSchema, type WireSettings } from './schema.ts'

/** The owner's settings as this process knows them: read once, and again when they change. */
export type OwnersWord = {
  current(): Promise<OwnerSettings & Pick<SiteFacts, 'shopEmail' | 'shipping' | 'delivery'> & { mailFrom: string }>
  site(): Promise<SiteFacts>
  /** As it is known now, without a question to the database: mails are written inside transactions. */
  shopName(): string
  /** Read them anew: whoever has just changed them does not wait to hear of it. */
  forget(): void
}

export async function followSettings(db: Db, version: ShopVersion, server: Settings): Promise<OwnersWord> {
  let kept: Promise<OwnerSettings> | undefined
  let last = settingsSchema.parse({})
  const forget = () => {
    kept = undefined
  }
  version.onChange((about) => {
    if (about !== undefined && !about.endsWith(' settings')) return
    forget()
    if (about !== undefined) newest().catch(() => {})
  })
  const read = async () => {
    last = settingsSchema.parse((await readSettings(db)).said)
    return last
  }
  const newest = async (): Promise<OwnerSettings> => {
    const reading = version.known() ? (kept ?? read()) : read()
    kept ??= reading
    try {
      return await reading
    } catch (error) {
      if (kept === reading) kept = undefined
      // Pages that ask the database for nothing else are still shown while it is away.
      if (isDatabaseAway(error)) return last
      throw error
    }
  }
  await newest()
  const current = async () => {
    const said = await newest()
    return {
      ...said,
      mailFrom: said.mailSender || server.mailFrom,
      shopEmail: said.email || server.shopEmail,
      shipping: { npr: fromWire(said.shippingFee), usd: fromWire(said.shippingFeeInUSD) },
      delivery: {
        nepal: { from: said.nepalDaysFrom, to: said.nepalDaysTo },
        abroad: { from: said.abroadDaysFrom, to: said.abroadDaysTo },
        returnDays: said.returnDays,
      },
    }
  }
  const site = async () => {
    const { shopName, sellerName, sellerAddress, taxNumber, phone, instagram, facebook, ...said } = await current()
    const { shopEmail, shipping, delivery } = said
    return { shopName, sellerName, sellerAddress, taxNumber, phone, instagram, facebook, shopEmail, shipping, delivery }
  }
  return { current, site, forget, shopName: () => last.shopName }
}

export async function readForOwner(db: Db): Promise<WireSettings> {
  const { version, said } = await readSettings(db)
  return { ...settingsSchema.parse(said), version }
}

/** Whoever saves what somebody else has changed since is told what it is now, and nothing is overwritten. */
export async function changeSettings(
  { db, owner }: { db: Db; owner: OwnersWord },
  by: { userId: string; name: string },
  { version, ...wanted }: WireSettings,
): Promise<WireSettings> {
  const saved = await db.transaction(async (tx) => {
    const { version: found, ...before } = await readForOwner(tx)
    const isReplaced = found === version && (await replaceSettings(tx, version, wanted))
    if (!isReplaced) throw editConflict(await readForOwner(tx))
    await recordChange(tx, by, { action: 'changed', subject: 'settings', subjectId: 'shop', before, after: wanted })
    return readForOwner(tx)
  })
  owner.forget()
  await owner.current()
  return saved
}
