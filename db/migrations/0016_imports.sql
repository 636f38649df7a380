-- What search finds a product by, as a function of its columns: an import works it out before it writes.
create function product_vector(name text, description text, tags text[], category_id smallint, mineral text,
  trade_name text, origin_place text, origin_district text, colors text[]) returns tsvector language sql stable as $$
  select setweight(search_vector(name), 'A')
    || setweight(search_vector(concat_ws(' ', array_to_string(tags, ' '), category_words(category_id), mineral,
                                         trade_name)), 'B')
    || setweight(search_vector(concat_ws(' ', description, origin_place, origin_district,
                                         array_to_string(colors, ' '))), 'C')
$$;

create function product_text(name text, description text, tags text[], category_id smallint, mineral text,
  trade_name text, origin_place text, origin_district text, colors text[]) returns text language sql stable as $$
  select concat_ws(' ', name, array_to_string(tags, ' '), category_words(category_id), mineral, trade_name, description,
                   origin_place, origin_district, array_to_string(colors, ' '))
$$;

create or replace function product_text(product products) returns text language sql stable as $$
  select product_text(product.name, product.description, product.tags, product.category_id, product.mineral,
                      product.trade_name, product.origin_place, product.origin_district, product.colors)
$$;

create or replace function products_fill_words() returns trigger language plpgsql as $$
begin
  new.words := product_vector(new.name, new.description, new.tags, new.category_id, new.mineral, new.trade_name,
    new.origin_place, new.origin_district, new.colors);
  return new;
end
$$;

-- With shop.words = 'given' a transaction brings the words itself. An update that leaves the text as it is leaves them too.
drop trigger products_words on products;
create trigger products_words_inserted before insert on products for each row
  when (current_setting('shop.words', true) is distinct from 'given') execute function products_fill_words();
create trigger products_words_updated
  before update of name, description, tags, category_id, mineral, trade_name, origin_place, origin_district, colors
  on products for each row
  when (current_setting('shop.words', true) is distinct from 'given' and
        (new.name, new.description, new.tags, new.category_id, new.mineral, new.trade_name, new.origin_place,
         new.origin_district, new.colors) is distinct from
        (old.name, old.description, old.tags, old.category_id, old.mineral, old.trade_name, old.origin_place,
         old.origin_district, old.colors))
  execute function products_fill_words();

drop trigger products_learn_inserted on products;
create trigger products_learn_inserted after insert on products referencing new table as added for each statement
  when (current_setting('shop.words', true) is distinct from 'given') execute function products_learn_inserted();
drop trigger products_learn_updated on products;
create trigger products_learn_updated
  after update of name, description, tags, category_id, mineral, trade_name, origin_place, origin_district, colors
  on products for each row
  when (current_setting('shop.words', true) is distinct from 'given' and
        (new.name, new.description, new.tags, new.category_id, new.mineral, new.trade_name, new.origin_place,
         new.origin_district, new.colors) is distinct from
        (old.name, old.description, old.tags, old.category_id, old.mineral, old.trade_name, old.origin_place,
         old.origin_district, old.colors))
  execute function products_learn_updated();

-- Lines of a CSV file between being read and being written. In a schema of its own, which backups leave out.
create schema imports;
create unlogged table imports.product_rows (
  import_id uuid not null,
  line integer not null,
  slug text not null,
  cells json not null,
  -- Tells whether the product has changed since; null for a new one.
  seen text,
  outcome text not null,
  stock_changed boolean not null,
  -- Lines that are written together; null for one that changes nothing, whose columns below are null too.
  batch integer,
  name text,
  description text,
  category_id smallint,
  price_npr bigint,
  price_usd bigint,
  stock integer,
  tags text[],
  tag_keys text[],
  colors text[],
  sizes text[],
  mineral text,
  trade_name text,
  origin_district text,
  origin_place text,
  altitude_m integer,
  weight_g numeric,
  size_mm numeric[],
  treatment text,
  is_archived boolean,
  choices json,
  -- Null where the text stays as it is.
  words tsvector,
  vocabulary text[],
  read_at timestamptz not null default now(),
  primary key (import_id, slug)
);
create index product_rows_batch on imports.product_rows (import_id, batch) where batch is not null;
create index product_rows_read_at on imports.product_rows (read_at);
