import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { editConflict } from '#shared/errors.ts'
import { refuseUnknownPictures, type Writer } from './admin.server.ts'
import type { Sheet, SheetName, ShownSheet } from './admin-schema.ts'
import { bannerTitles } from './banner-titles.ts'
import { lockSheet, raiseSheet, readSheet, replaceRows } from './sections-repo.server.ts'
import { editableTexts } from './texts.ts'

type Rows<Name extends SheetName> = ShownSheet<Name>['rows']

export async function showSheet<Name extends SheetName>(db: Db, name: Name): Promise<ShownSheet<Name>> {
  const { version, rows } = await readSheet(db, name)
  return { version, rows: shown(name, rows) } as ShownSheet<Name>
}

function shown(name: SheetName, rows: unknown): unknown {
  if (name === 'texts') return everyText(rows as Sheet<'texts'>['rows'])
  if (name === 'banners') return everyBanner(rows as (Rows<'banners'>[number] & { place: number })[])
  return rows
}

function everyText(own: Sheet<'texts'>['rows']): Rows<'texts'> {
  const words = new Map(own.map((text) => [text.key, text.words]))
  return editableTexts.map((text) => ({
    ...text,
    words: words.get(text.key) ?? text.words,
    isOwn: words.has(text.key),
  }))
}

function everyBanner(own: (Rows<'banners'>[number] & { place: number })[]): Rows<'banners'> {
  return bannerTitles.map((title, index) => {
    const { place: _, ...banner } = own.find(({ place }) => place === index + 1) ?? { place: 0 }
    return { title, largePictureId: null, smallPictureId: null, large: null, small: null, ...banner }
  })
}

/** The whole list at once, so that its order is part of it; whoever saves an old one is shown the new one. */
export function saveSheet<Name extends SheetName>(
  db: Db,
  writer: Writer,
  name: Name,
  { version, rows }: Sheet<Name>,
): Promise<ShownSheet<Name>> {
  return db.transaction(async (tx) => {
    const current = await lockSheet(tx, name)
    const before = await showSheet(tx, name)
    if (current !== version) throw editConflict(before)
    const wanted = ownRows(name, rows)
    await refuseUnknownPictures(tx, wanted.flatMap(pictureIds))
    await replaceRows(tx, name, wanted)
    await raiseSheet(tx, name)
    const after = await showSheet(tx, name)
    await recordChange(tx, writer, {
      action: 'changed',
      subject: name,
      subjectId: name,
      before: { rows: before.rows.map(withoutPicture) },
      after: { rows: after.rows.map(withoutPicture) },
    })
    return after
  })
}

/** Of the texts only those are kept that say something else than what came with the shop. */
function ownRows<Name extends SheetName>(name: Name, rows: Sheet<Name>['rows']): Record<string, unknown>[] {
  if (name !== 'texts') return rows
  return (rows as Sheet<'texts'>['rows']).filter(({ key, words }) =>
    editableTexts.some((text) => text.key === key && text.words !== words),
  )
}

function pictureIds(row: Record<string, unknown>): (number | null)[] {
  return ['pictureId', 'largePictureId', 'smallPictureId'].map((key) => (row[key] as number | undefined) ?? null)
}

function withoutPicture(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([key]) => !['picture', 'large', 'small', 'label', 'page'].includes(key)),
  )
}
