import { type Loader, loadInto } from './copy.ts'
import { colors, districts, forms, looks, makers, stones } from './vocabulary.ts'

export const makerCount = (size: number) => Math.ceil(size / 40)

const descriptionParts = [
  'A',
  'product of',
  'from',
  ', found by the family of',
  'and finished by hand in Patan. No two are alike: the photograph shows the exact product.',
] as const

/** Search vectors of all words, computed once: for each of a million products it would take a quarter of an hour. */
const names = `
  create table load.names (kind text, place int, word text, category smallint, vector tsvector, tag_vector tsvector,
    primary key (kind, place));
  create function load.add_names(kind text, named text[], category smallint[]) returns void language sql begin atomic
    insert into load.names select kind, place, word, category[place], to_search_vector(word),
      whole_words(array[word], category[place])
    from unnest(named) with ordinality as each (word, place);
    insert into search_words select distinct found from unnest(named) as word, split_words(word) as found
    on conflict do nothing;
  end`

const count = (kind: string) => `(select count(*)::int from load.names where kind = '${kind}')`
const drawn = (kind: string, salt: number, bend: number) =>
  `load.names ${kind} on ${kind}.kind = '${kind}' and ${kind}.place = load.draw(${count(kind)}, n, ${salt}, ${bend})`

const productColumns = `slug, name, description, category_id, price_npr, price_usd, stock, tags, tag_keys, colors, sizes,
  mineral, trade_name, origin_district, altitude_m, weight_g, size_mm, treatment, search_vector, created_at`

const products = (size: number) => `
  select replace(lower(name), ' ', '-') || '-' || n, name,
    format('${descriptionParts[0]} %s ${descriptionParts[1]} %s ${descriptionParts[2]} %s${descriptionParts[3]} %s ${descriptionParts[4]}', color.word, lower(stone.word),
      district.word, maker.word),
    form.category, cents * 133, cents, floor(load.chance(n, 9) * 20)::int, tags,
    array(select replace(lower(tag), ' ', '') from unnest(tags) with ordinality as t (tag, at) order by at),
    array[color.word], case when form.category = 3 then '{small,medium,large}'::text[] else '{}' end,
    stone.word, initcap(maker.word), district.word, 900 + (load.chance(n, 10) * 4000)::int,
    10 + (load.chance(n, 11) * 900)::int, '{40,30,20}'::numeric[], 'none',
    setweight(look.vector || stone.vector || form.vector, 'A')
      || setweight(stone.vector || form.vector || made.vector || sort.vector || maker.vector, 'B')
      || setweight(color.vector || stone.vector || district.vector || maker.vector || sentence.vector, 'C')
      || stone.tag_vector || form.tag_vector || made.tag_vector,
    timestamptz '2024-01-01 00:00Z' + n * interval '5 minutes'
  from generate_series(1, ${size}) as n
  join ${drawn('stone', 1, 2)}
  join ${drawn('look', 2, 1)}
  join ${drawn('form', 3, 1.2)}
  join ${drawn('color', 4, 1.5)}
  join ${drawn('district', 5, 1.3)}
  join ${drawn('maker', 6, 1)}
  join load.names sort on sort.kind = 'sort' and sort.place = form.category
  join load.names sentence on sentence.kind = 'sentence' and sentence.place = 1
  left join load.names label on label.kind = 'label' and label.place = load.draw(40, n, 8, 1)
  cross join lateral (
    select 500 + floor(power(load.chance(n, 7), 3) * 250000)::bigint as cents,
      concat_ws(' ', look.word, stone.word, form.word) as name, coalesce(label.vector, '') as vector,
      coalesce(label.tag_vector, '') as tag_vector,
      array_remove(array[lower(stone.word), lower(form.word), label.word], null) as tags
  ) as made
  order by n`

const pictures = `
  insert into pictures (hash, width, height, color, widths)
  select substr(md5('picture ' || n), 1, 24), 1200, 1500, '#8a7f72', '{400,800,1200}' from generate_series(1, 12) as n`

const listed = `
  select l.name, p.id, -p.id from curated_lists l join products p on p.tag_keys @> array[l.name]`

const images = `
  select id, at, 1 + (id * 5 + at * 7) % 12, name from products cross join generate_series(0, 1) as at`

/** Every fiftieth product can be turned. */
const turns = `
  select id, at, 1 + at % 12 from products cross join generate_series(0, 23) as at where id % 50 = 0`

const variants = `
  select id, 'size', value, 3, at from products
  cross join unnest('{Small,Medium,Large}'::text[]) with ordinality as variant (value, at) where category_id = 3`

const reviews = `
  select id, 'Maya', 3 + (id + at) % 3, 'As described, and well packed.', created_at, created_at + at * interval '1 day'
  from products cross join generate_series(1, 4) as at where (id + at) % 6 = 0`

/** Deterministic: every run creates the same products. */
export async function loadCatalog({ run, fill }: Loader, size: number): Promise<void> {
  await run(names)
  const insertNames = (kind: string, values: readonly string[], categories: number[] = []) =>
    run('select load.add_names($1, $2, $3::smallint[])', [kind, values, categories])
  await insertNames('stone', stones)
  await insertNames('look', looks)
  await insertNames(
    'form',
    forms.map(([form]) => form),
    forms.map(([, category]) => category),
  )
  await insertNames('color', colors)
  await insertNames('district', districts)
  await insertNames('maker', makers(makerCount(size)))
  await insertNames('label', ['popular', 'bestseller', 'Featured', 'gift', 'new'])
  await insertNames('sort', ['crystal crystals stone', 'accessory accessories', 'jewellery jewelry jewel'])
  await insertNames('sentence', [descriptionParts.join(' ')])
  await run('analyze load.names')
  await run(pictures)
  await fill('products', productColumns, products(size))
  await run('analyze products')
  await fill('curated_products', 'list, product_id, position', listed)
  await fill('product_images', 'product_id, position, picture_id, alt', images)
  await fill('turn_frames', 'product_id, position, picture_id', turns)
  await fill('product_variants', 'product_id, kind, value, stock, position', variants)
  await fill('reviews', 'product_id, name, rating, description, approved_at, created_at', reviews)
}

export async function fillCatalog(url: string, size: number): Promise<void> {
  await loadInto(url, (loader) => loadCatalog(loader, size))
}
