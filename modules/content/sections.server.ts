import { recordChange } from '#modules/audit/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { editConflict } from '#shared/errors.ts'
import { refuseUnknownPictures, type StaffMember } from './admin.server.ts'
import { bannerTitles } from './banner-titles.ts'
import { defaultHero } from './hero.ts'
import type { Section, SectionInput, SectionName } from './sections-contract.ts'
import { incrementSectionVersion, lockSection, readSection, replaceRows } from './sections-repo.server.ts'
import { seoPageNames } from './seo-pages.ts'
import { editableTexts } from './texts.ts'

type Rows<Name extends SectionName> = Section<Name>['rows']

export async function findSection<Name extends SectionName>(db: Db, name: Name): Promise<Section<Name>> {
  const { version, rows } = await readSection(db, name)
  return { version, rows: withDefaults(name, rows) } as Section<Name>
}

function withDefaults(name: SectionName, rows: unknown): unknown {
  if (name === 'texts') return withDefaultTexts(rows as SectionInput<'texts'>['rows'])
  if (name === 'banners') return withDefaultBanners(rows as (Rows<'banners'>[number] & { place: number })[])
  if (name === 'hero') return (rows as Rows<'hero'>).length > 0 ? rows : [{ ...initialHero, large: null, small: null }]
  if (name === 'seo') return withAllPages(rows as Rows<'seo'>)
  return rows
}

const initialHero = { ...defaultHero, largePictureId: null, smallPictureId: null }

function withAllPages(stored: Rows<'seo'>): Rows<'seo'> {
  return seoPageNames.map((page) => stored.find((row) => row.page === page) ?? { page, title: '', description: '' })
}

function withDefaultTexts(stored: SectionInput<'texts'>['rows']): Rows<'texts'> {
  const storedTexts = new Map(stored.map(({ key, text }) => [key, text]))
  return editableTexts.map((editable) => ({
    ...editable,
    text: storedTexts.get(editable.key) ?? editable.text,
    isOwn: storedTexts.has(editable.key),
  }))
}

function withDefaultBanners(stored: (Rows<'banners'>[number] & { place: number })[]): Rows<'banners'> {
  return bannerTitles.map((title, index) => {
    const { place: _, ...banner } = stored.find(({ place }) => place === index + 1) ?? { place: 0 }
    return { title, link: '', largePictureId: null, smallPictureId: null, large: null, small: null, ...banner }
  })
}

/** Replaces all rows, so that the order is saved too. An outdated version gets a conflict with the current section. */
export function saveSection<Name extends SectionName>(
  db: Db,
  actor: StaffMember,
  name: Name,
  { version, rows }: SectionInput<Name>,
): Promise<Section<Name>> {
  return db.transaction(async (tx) => {
    const current = await lockSection(tx, name)
    const before = await findSection(tx, name)
    if (current !== version) throw editConflict(before)
    const newRows = rowsToStore(name, rows)
    await refuseUnknownPictures(tx, newRows.flatMap(pictureIds))
    await replaceRows(tx, name, newRows)
    await incrementSectionVersion(tx, name)
    const after = await findSection(tx, name)
    await recordChange(tx, actor, {
      action: 'changed',
      subject: name,
      subjectId: name,
      before: { rows: before.rows.map(storedFieldsOf) },
      after: { rows: after.rows.map(storedFieldsOf) },
    })
    return after
  })
}

/** Only texts that differ from their default are stored, and only pages with texts. */
function rowsToStore<Name extends SectionName>(
  name: Name,
  rows: SectionInput<Name>['rows'],
): Record<string, unknown>[] {
  if (name === 'seo')
    return (rows as SectionInput<'seo'>['rows']).filter(({ title, description }) => title || description)
  if (name !== 'texts') return rows
  return (rows as SectionInput<'texts'>['rows']).filter(({ key, text }) =>
    editableTexts.some((editable) => editable.key === key && editable.text !== text),
  )
}

function pictureIds(row: Record<string, unknown>): (number | null)[] {
  return ['pictureId', 'largePictureId', 'smallPictureId'].map((key) => (row[key] as number | undefined) ?? null)
}

/** Label and page of a text are not stored with it. */
function storedFieldsOf(row: Record<string, unknown>): Record<string, unknown> {
  const derived = ['picture', 'large', 'small', ...('label' in row ? ['label', 'page'] : [])]
  return Object.fromEntries(Object.entries(row).filter(([key]) => !derived.includes(key)))
}
