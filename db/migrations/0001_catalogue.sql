create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- One row whose number rises with every change that a public page can show.
create table shop_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into shop_version (version) values (1);

create function raise_shop_version() returns trigger language plpgsql as $$
declare
  raised bigint;
begin
  update shop_version set version = version + 1 returning version into raised;
  perform pg_notify('shop_version', raised::text);
  return null;
end
$$;

create table pictures (
  id integer generated always as identity primary key,
  hash text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  widths integer[] not null check (cardinality(widths) > 0),
  created_at timestamptz not null default now()
);

create table products (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  description text not null,
  category_id smallint not null check (category_id in (1, 2, 3)),
  price_npr bigint not null check (price_npr >= 0),
  price_usd bigint not null check (price_usd >= 0),
  stock integer not null check (stock >= 0),
  tags text[] not null default '{}',
  tag_keys text[] not null default '{}',
  colors text[] not null default '{}',
  sizes text[] not null default '{}',
  mineral text,
  trade_name text,
  origin_district text,
  origin_place text,
  altitude_m integer check (altitude_m between -500 and 8849),
  weight_g numeric(10, 2) check (weight_g > 0),
  size_mm numeric(8, 1)[] check (cardinality(size_mm) = 3),
  treatment text not null default 'none',
  words tsvector not null default '',
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index products_newest on products (created_at desc, id desc) where archived_at is null;
create index products_price on products (price_usd, id) where archived_at is null;
create index products_category_newest on products (category_id, created_at desc, id desc) where archived_at is null;
create index products_category_price on products (category_id, price_usd, id) where archived_at is null;
create index products_kin on products ((tag_keys[1]), price_usd, id) where archived_at is null;
create index products_tag_keys on products using gin (tag_keys);
create index products_colors on products using gin (colors);
create index products_sizes on products using gin (sizes);
create index products_words on products using gin (words);

create table product_images (
  product_id integer not null references products on delete cascade,
  position smallint not null,
  picture_id integer not null references pictures,
  alt text not null,
  primary key (product_id, position)
);
create index product_images_picture on product_images (picture_id);

create table product_attributes (
  id integer generated always as identity primary key,
  product_id integer not null references products on delete cascade,
  kind text not null check (kind in ('size', 'color')),
  value text not null,
  stock integer not null check (stock >= 0),
  position smallint not null,
  unique (product_id, value)
);

create table product_related (
  product_id integer not null references products on delete cascade,
  related_id integer not null references products on delete cascade,
  position smallint not null,
  primary key (product_id, related_id),
  check (product_id <> related_id)
);
create index product_related_back on product_related (related_id);

create table reviews (
  id integer generated always as identity primary key,
  product_id integer not null references products on delete cascade,
  name text not null,
  rating smallint not null check (rating between 1 and 5),
  description text not null,
  picture_id integer references pictures,
  approved_at timestamptz,
  created_at timestamptz not null default now()
);
create index reviews_product on reviews (product_id, created_at desc) where approved_at is not null;
