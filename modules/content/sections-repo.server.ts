import { type SQL, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import type { Sheet, SheetName, ShownSheet } from './admin-schema.ts'
import { pictureJson } from './repo.server.ts'

/** Held until the transaction ends, so that two who save at once do it one after the other. */
export async function lockSheet(tx: Db, name: SheetName): Promise<number> {
  const [row] = await readRows<{ version: number }>(
    tx,
    sql`select version from content_sheets where name = ${name} for update`,
  )
  return row?.version ?? 0
}

export async function raiseSheet(tx: Db, name: SheetName): Promise<void> {
  await tx.execute(sql`update content_sheets set version = version + 1 where name = ${name}`)
}

type Rows<Name extends SheetName> = ShownSheet<Name>['rows']
type Stored = {
  testimonials: Rows<'testimonials'>
  faqs: Rows<'faqs'>
  texts: Sheet<'texts'>['rows']
  banners: (Rows<'banners'>[number] & { place: number })[]
  synonyms: Rows<'synonyms'>
}

const pictureOf = (id: SQL) => sql`(select ${pictureJson(sql`''`)} from pictures m where m.id = ${id})`

const rowsOf = {
  testimonials: sql`select t.name, t.title, t.description, t.picture_id as "pictureId",
      ${pictureOf(sql`t.picture_id`)} as picture from testimonials t order by t.position`,
  faqs: sql`select f.question, f.answer from faqs f order by f.position`,
  texts: sql`select key, words from page_texts`,
  banners: sql`select b.place, b.title, b.large_picture_id as "largePictureId", b.small_picture_id as "smallPictureId",
      ${pictureOf(sql`b.large_picture_id`)} as large, ${pictureOf(sql`b.small_picture_id`)} as small
    from banners b order by b.place`,
  synonyms: sql`select s.word, array_to_string(s.synonyms, ', ') as synonyms from search_synonyms s order by s.word`,
} as const satisfies Record<SheetName, SQL>

/** Version and rows belong together, so they come in one statement. */
export async function readSheet<Name extends SheetName>(
  db: Db,
  name: Name,
): Promise<{ version: number; rows: Stored[Name] }> {
  const [row] = await readRows<{ version: number; rows: Stored[Name] }>(
    db,
    sql`select version, (select coalesce(json_agg(r), '[]') from (${rowsOf[name]}) as r) as rows
        from content_sheets where name = ${name}`,
  )
  if (!row) throw new Error(`There is no sheet ${name}`)
  return row
}

const json = (rows: unknown) => sql`${JSON.stringify(rows)}::json`

const writes = {
  testimonials: (rows) => sql`insert into testimonials (name, title, description, picture_id, position)
    select name, title, description, "pictureId", row_number() over () - 1
    from json_to_recordset(${json(rows)}) as r (name text, title text, description text, "pictureId" int)`,
  faqs: (rows) => sql`insert into faqs (question, answer, position)
    select question, answer, row_number() over () - 1
    from json_to_recordset(${json(rows)}) as r (question text, answer text)`,
  texts: (rows) => sql`insert into page_texts (key, words)
    select key, words from json_to_recordset(${json(rows)}) as r (key text, words text)`,
  banners: (rows) => sql`insert into banners (place, title, large_picture_id, small_picture_id)
    select row_number() over (), title, "largePictureId", "smallPictureId"
    from json_to_recordset(${json(rows)}) as r (title text, "largePictureId" int, "smallPictureId" int)`,
  synonyms: (rows) => sql`insert into search_synonyms (word, key, synonyms)
    select word, synonym_key(word), string_to_array(synonyms, ', ')
    from json_to_recordset(${json(rows)}) as r (word text, synonyms text)`,
} as const satisfies Record<SheetName, (rows: unknown) => SQL>

const tables = {
  testimonials: 'testimonials',
  faqs: 'faqs',
  texts: 'page_texts',
  banners: 'banners',
  synonyms: 'search_synonyms',
} as const

export async function replaceRows(tx: Db, name: SheetName, rows: unknown[]): Promise<void> {
  await tx.execute(sql`delete from ${sql.identifier(tables[name])}`)
  if (rows.length > 0) await tx.execute(writes[name](rows))
}
