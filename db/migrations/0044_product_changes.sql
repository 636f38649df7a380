-- What changed in the products that lists show. A long list is counted and sorted once; then these changes are applied
-- to it.

-- Versions after this one have all their changes in product_changes.
alter table shop_version add column changes_since bigint not null default 0;
update shop_version set changes_since = version;

create table product_changes (
  id bigint generated always as identity primary key,
  -- The shop version with which it became visible.
  version bigint not null,
  product_id integer not null,
  -- The product before the change; a new product was not listed.
  was_listed boolean not null,
  category_id smallint,
  tag_keys text[],
  colors text[],
  sizes text[],
  search_vector tsvector
);
create index product_changes_version on product_changes (version);

create function forget_product_changes() returns trigger language plpgsql as $$
begin
  update shop_version set changes_since = version;
  delete from product_changes;
  return null;
end
$$;

-- Only the newest thousand are stored. The transaction has raised the shop version, so it holds the lock of its row.
create function trim_product_changes() returns trigger language plpgsql as $$
declare
  forgotten bigint;
begin
  select c.version into forgotten from product_changes c order by c.id desc offset 1000 limit 1;
  update shop_version set changes_since = greatest(changes_since, forgotten) where forgotten is not null;
  delete from product_changes c where c.version <= forgotten;
  return null;
end
$$;
create trigger product_changes_trim after insert on product_changes for each row
  when (new.id % 250 = 0) execute function trim_product_changes();

-- The names of these triggers sort after those that raise the shop version.
create function record_product_change() returns trigger language plpgsql as $$
begin
  insert into product_changes (version, product_id, was_listed, category_id, tag_keys, colors, sizes, search_vector)
  select version, old.id, old.archived_at is null, old.category_id, old.tag_keys, old.colors, old.sizes, old.search_vector
  from shop_version where version > changes_since;
  return null;
end
$$;
create trigger products_record_change
  after update of name, description, category_id, tags, tag_keys, colors, sizes, mineral, trade_name, origin_place,
    origin_district, search_vector, archived_at, created_at, price_npr, price_usd, sale_npr, sale_usd, sale_from,
    sale_until, from_usd
  on products for each row
  when (current_setting('shop.skip_search_triggers', true) is distinct from 'on'
    and (old.from_usd <> new.from_usd or old.name <> new.name or old.category_id <> new.category_id
      or old.archived_at is distinct from new.archived_at or old.created_at <> new.created_at
      or old.tag_keys <> new.tag_keys or old.colors <> new.colors or old.sizes <> new.sizes
      or old.search_vector <> new.search_vector))
  execute function record_product_change();

create function record_new_products() returns trigger language plpgsql as $$
begin
  insert into product_changes (version, product_id, was_listed)
  select shop.version, added.id, false from added, shop_version shop where shop.version > shop.changes_since;
  return null;
end
$$;
create trigger products_record_new after insert on products referencing new table as added
  for each statement when (current_setting('shop.skip_search_triggers', true) is distinct from 'on')
  execute function record_new_products();
create trigger products_record_removed after delete or truncate on products
  for each statement execute function forget_product_changes();
