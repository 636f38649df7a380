import { type SQL, sql } from 'drizzle-orm'
import { pictureJson } from '#modules/media/fragments.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import type { Section, SectionInput, SectionName } from './sections-contract.ts'

/** Locks the row until the transaction ends, so that concurrent saves run one after the other. */
export async function lockSection(tx: Db, name: SectionName): Promise<number> {
  const [row] = await readRows<{ version: number }>(
    tx,
    sql`select version from content_sections where name = ${name} for update`,
  )
  return row?.version ?? 0
}

export async function incrementSectionVersion(tx: Db, name: SectionName): Promise<void> {
  await tx.execute(sql`update content_sections set version = version + 1 where name = ${name}`)
}

type Rows<Name extends SectionName> = Section<Name>['rows']
type StoredRows = {
  testimonials: Rows<'testimonials'>
  faqs: Rows<'faqs'>
  texts: SectionInput<'texts'>['rows']
  banners: (Rows<'banners'>[number] & { place: number })[]
  synonyms: Rows<'synonyms'>
  hero: Rows<'hero'>
  seo: Rows<'seo'>
}

const pictureOf = (id: SQL) => sql`(select ${pictureJson(sql`''`)} from pictures m where m.id = ${id})`

const selectQueries = {
  testimonials: sql`select t.name, t.title, t.description, t.picture_id as "pictureId",
      ${pictureOf(sql`t.picture_id`)} as picture from testimonials t order by t.position`,
  faqs: sql`select f.question, f.answer from faqs f order by f.position`,
  texts: sql`select key, text from page_texts`,
  banners: sql`select b.place, b.title, b.link, b.large_picture_id as "largePictureId", b.small_picture_id as "smallPictureId",
      ${pictureOf(sql`b.large_picture_id`)} as large, ${pictureOf(sql`b.small_picture_id`)} as small
    from banners b order by b.place`,
  synonyms: sql`select s.word, array_to_string(s.synonyms, ', ') as synonyms from search_synonyms s order by s.word`,
  hero: sql`select h.title, h.text, h.button, h.link, h.large_picture_id as "largePictureId",
      h.small_picture_id as "smallPictureId", ${pictureOf(sql`h.large_picture_id`)} as large,
      ${pictureOf(sql`h.small_picture_id`)} as small
    from hero h`,
  seo: sql`select s.page, s.title, s.description from page_seo s`,
} as const satisfies Record<SectionName, SQL>

/** One statement, so that version and rows are from the same snapshot. */
export async function readSection<Name extends SectionName>(
  db: Db,
  name: Name,
): Promise<{ version: number; rows: StoredRows[Name] }> {
  const [row] = await readRows<{ version: number; rows: StoredRows[Name] }>(
    db,
    sql`select version, (select coalesce(json_agg(r), '[]') from (${selectQueries[name]}) as r) as rows
        from content_sections where name = ${name}`,
  )
  if (!row) throw new Error(`There is no section ${name}`)
  return row
}

const jsonParameter = (rows: unknown) => sql`${JSON.stringify(rows)}::json`

const insertQueries = {
  testimonials: (rows) => sql`insert into testimonials (name, title, description, picture_id, position)
    select name, title, description, "pictureId", row_number() over () - 1
    from json_to_recordset(${jsonParameter(rows)}) as r (name text, title text, description text, "pictureId" int)`,
  faqs: (rows) => sql`insert into faqs (question, answer, position)
    select question, answer, row_number() over () - 1
    from json_to_recordset(${jsonParameter(rows)}) as r (question text, answer text)`,
  texts: (rows) => sql`insert into page_texts (key, text)
    select key, text from json_to_recordset(${jsonParameter(rows)}) as r (key text, text text)`,
  banners: (rows) => sql`insert into banners (place, title, link, large_picture_id, small_picture_id)
    select row_number() over (), title, link, "largePictureId", "smallPictureId"
    from json_to_recordset(${jsonParameter(rows)})
      as r (title text, link text, "largePictureId" int, "smallPictureId" int)`,
  synonyms: (rows) => sql`insert into search_synonyms (word, key, synonyms)
    select word, synonym_key(word), string_to_array(synonyms, ', ')
    from json_to_recordset(${jsonParameter(rows)}) as r (word text, synonyms text)`,
  hero: (rows) => sql`insert into hero (title, text, button, link, large_picture_id, small_picture_id)
    select title, text, button, link, "largePictureId", "smallPictureId"
    from json_to_recordset(${jsonParameter(rows)})
      as r (title text, text text, button text, link text, "largePictureId" int, "smallPictureId" int)`,
  seo: (rows) => sql`insert into page_seo (page, title, description)
    select page, title, description from json_to_recordset(${jsonParameter(rows)}) as r (page text, title text, description text)`,
} as const satisfies Record<SectionName, (rows: unknown) => SQL>

const tableNames = {
  testimonials: 'testimonials',
  faqs: 'faqs',
  texts: 'page_texts',
  banners: 'banners',
  synonyms: 'search_synonyms',
  hero: 'hero',
  seo: 'page_seo',
} as const

export async function replaceRows(tx: Db, name: SectionName, rows: unknown[]): Promise<void> {
  await tx.execute(sql`delete from ${sql.identifier(tableNames[name])}`)
  if (rows.length > 0) await tx.execute(insertQueries[name](rows))
}
