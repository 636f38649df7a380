import pg from 'pg'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { colors, districts, forms, looks, makers, stones } from './vocabulary.ts'

const batch = 10_000
export const makerCount = (size: number) => Math.ceil(size / 40)

/** Number `n` always draws the same; a higher bend draws the first of a list more often. */
const drawing = `
  create function pg_temp.chance(n int, salt int) returns float8 immutable language sql return
    (hashint4extended(n, salt) & 2147483647) / 2147483648.0;
  create function pg_temp.draw(many int, n int, salt int, bend float8) returns int immutable language sql return
    1 + floor(many * power(pg_temp.chance(n, salt), bend))::int;`

const pictures = `
  insert into pictures (hash, width, height, color, widths)
  select substr(md5('picture ' || n), 1, 24), 1200, 1500, '#8a7f72', '{400,800,1200}' from generate_series(1, 12) as n`

const products = `
  insert into products (slug, name, description, category_id, price_npr, price_usd, stock, tags, tag_keys, colors, sizes,
    mineral, trade_name, origin_district, altitude_m, weight_g, size_mm, treatment, created_at)
  select replace(lower(name), ' ', '-') || '-' || n, name,
    format('A %s piece of %s from %s, found by the family of %s and finished by hand in Patan. No two are alike: '
      'the photograph shows the very piece that travels.', color, lower(stone), district, maker),
    category, cents * 133, cents, floor(pg_temp.chance(n, 9) * 20)::int, tags,
    array(select replace(lower(tag), ' ', '') from unnest(tags) with ordinality as t (tag, at) order by at),
    array[color], case when category = 3 then '{small,medium,large}'::text[] else '{}' end,
    stone, initcap(maker), district, 900 + (pg_temp.chance(n, 10) * 4000)::int, 10 + (pg_temp.chance(n, 11) * 900)::int,
    '{40,30,20}', 'none', timestamptz '2024-01-01 00:00Z' + n * interval '5 minutes'
  from generate_series($1::int, $2::int) as n
  cross join lateral (
    select ($3::text[])[pg_temp.draw(cardinality($3::text[]), n, 1, 2)] as stone,
      ($4::text[])[pg_temp.draw(cardinality($4::text[]), n, 2, 1)] as look,
      pg_temp.draw(cardinality($5::text[]), n, 3, 1.2) as form,
      ($7::text[])[pg_temp.draw(cardinality($7::text[]), n, 4, 1.5)] as color,
      ($8::text[])[pg_temp.draw(cardinality($8::text[]), n, 5, 1.3)] as district,
      ($9::text[])[pg_temp.draw(cardinality($9::text[]), n, 6, 1)] as maker,
      500 + floor(power(pg_temp.chance(n, 7), 3) * 250000)::bigint as cents,
      (array['popular', 'bestseller', 'Featured', 'gift', 'new'])[pg_temp.draw(40, n, 8, 1)] as label
  ) as drawn
  cross join lateral (
    select concat_ws(' ', look, stone, ($5::text[])[form]) as name, ($6::int[])[form]::smallint as category,
      array_remove(array[lower(stone), lower(($5::text[])[form]), label], null) as tags
  ) as put_together`

const images = `
  insert into product_images (product_id, position, picture_id, alt)
  select id, at, 1 + (id * 5 + at * 7) % 12, name from products cross join generate_series(0, 1) as at`

const attributes = `
  insert into product_attributes (product_id, kind, value, stock, position)
  select id, 'size', value, 3, at from products
  cross join unnest('{Small,Medium,Large}'::text[]) with ordinality as choice (value, at) where category_id = 3`

const reviews = `
  insert into reviews (product_id, name, rating, description, approved_at, created_at)
  select id, 'Maya', 3 + (id + at) % 3, 'As described, and well packed.', created_at, created_at + at * interval '1 day'
  from products cross join generate_series(1, 4) as at where (id + at) % 6 = 0`

/** The same products each time, in a database that the shop's own migrations made. */
export async function fillCatalogue(url: string, size: number): Promise<void> {
  const database = openPostgres(url, 1, createLog({ logLevel: 'silent' }))
  await database.migrate()
  await database.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(drawing)
    await client.query(pictures)
    const words = [stones, looks, forms.map(([form]) => form), forms.map(([, category]) => category), colors, districts]
    for (let first = 1; first <= size; first += batch) {
      const last = Math.min(size, first + batch - 1)
      await client.query(products, [first, last, ...words, makers(makerCount(size))])
    }
    for (const statement of [images, attributes, reviews]) await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
