import { type SQL, sql } from 'drizzle-orm'
import { pictureJson } from '#modules/media/fragments.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { type CuratedListName, curatedLists } from './curated-lists.ts'
import type { CuratedList } from './lists-contract.ts'

const arrayOf = (ids: number[]) => sql`${`{${ids.join(',')}}`}::int[]`

/** One statement, so that version and products are from the same snapshot. */
export async function readList(db: Db, name: CuratedListName, limit: number): Promise<CuratedList> {
  const [row] = await readRows<CuratedList>(
    db,
    sql`select version, (select count(*)::int from curated_products where list = ${name}) as total,
          (select coalesce(json_agg(json_build_object('productId', p.id, 'name', p.name, 'stock', p.stock,
               'isArchived', p.archived_at is not null,
               'picture', (select ${pictureJson(sql`i.alt`)} from product_images i join pictures m on m.id = i.picture_id
                           where i.product_id = p.id order by i.position limit 1)) order by c.position, p.id desc), '[]')
           from (select product_id, position from curated_products where list = ${name}
                 order by position, product_id desc limit ${limit}) as c
           join products p on p.id = c.product_id) as products
        from curated_lists where name = ${name}`,
  )
  if (!row) throw new Error(`There is no list ${name}`)
  return row
}

/** Locks the list against other saves, until the transaction ends. */
export async function lockList(tx: Db, name: CuratedListName): Promise<number> {
  const [row] = await readRows<{ version: number }>(
    tx,
    sql`select version from curated_lists where name = ${name} for no key update`,
  )
  return row?.version ?? 0
}

/** Locks the products against other edits and returns those that exist. */
export async function lockProducts(tx: Db, ids: number[]): Promise<Set<number>> {
  const rows = await readRows<{ id: number }>(
    tx,
    sql`select id from products where id = any(${arrayOf(ids)}) order by id for no key update`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** A trigger adds the products to the list and removes them from it. */
export async function changeTags(tx: Db, name: CuratedListName, added: number[], removed: number[]): Promise<void> {
  const { tag } = curatedLists[name]
  await updateTags(tx, sql`array_append(tags, ${tag})`, sql`array_append(tag_keys, ${name})`, {
    ids: added,
    condition: sql`not tag_keys @> array[${name}]`,
  })
  const otherTags = sql`array(
    select tag from unnest(tags) with ordinality as each (tag, place)
    where lower(regexp_replace(tag, '[\\s_-]+', '', 'g')) <> ${name} order by place)`
  await updateTags(tx, otherTags, sql`array_remove(tag_keys, ${name})`, {
    ids: removed,
    condition: sql`tag_keys @> array[${name}]`,
  })
}

async function updateTags(tx: Db, tags: SQL, keys: SQL, { ids, condition }: { ids: number[]; condition: SQL }) {
  if (ids.length === 0) return
  await tx.execute(sql`update products set tags = ${tags}, tag_keys = ${keys}, version = version + 1, updated_at = now()
    where id = any(${arrayOf(ids)}) and ${condition}`)
}

/** These products first; the other products of the list keep their order after them. */
export async function sortList(tx: Db, name: CuratedListName, ids: number[]): Promise<void> {
  await tx.execute(sql`update curated_products c set position = sorted.place
    from (select o.product_id, row_number() over (order by first.place, o.position, o.product_id desc) as place
          from curated_products o
          left join unnest(${arrayOf(ids)}) with ordinality as first (id, place) on first.id = o.product_id
          where o.list = ${name}) as sorted
    where c.list = ${name} and c.product_id = sorted.product_id and c.position <> sorted.place`)
  await tx.execute(sql`update curated_lists set version = version + 1 where name = ${name}`)
}
