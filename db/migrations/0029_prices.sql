-- A variant may have prices of its own, and products and variants may have sale prices for some days.
alter table product_variants
  add column price_npr bigint check (price_npr >= 0),
  add column price_usd bigint check (price_usd >= 0),
  add column sale_npr bigint check (sale_npr >= 0),
  add column sale_usd bigint check (sale_usd >= 0),
  add constraint product_variants_price check ((price_npr is null) = (price_usd is null)),
  add constraint product_variants_sale check (
    (sale_npr is null) = (sale_usd is null) and (sale_npr is null or price_npr is not null));

-- The columns after sale_until follow from the others: see set_current_prices.
alter table products
  add column sale_npr bigint check (sale_npr >= 0),
  add column sale_usd bigint check (sale_usd >= 0),
  add column sale_from date,
  add column sale_until date,
  add column is_sale_active boolean not null default false,
  add column from_npr bigint not null default 0,
  add column from_usd bigint not null default 0,
  add column was_npr bigint,
  add column was_usd bigint,
  add column has_price_range boolean not null default false,
  add constraint products_sale check ((sale_npr is null) = (sale_usd is null)),
  add constraint products_sale_days check (sale_from <= sale_until);

alter table imports.product_rows
  add column sale_npr bigint, add column sale_usd bigint, add column sale_from date, add column sale_until date;

-- What a buyer pays for a variant, or for a product without variants.
create function current_price(is_sale_active boolean, variant_sale bigint, variant_price bigint, sale bigint, price bigint)
returns bigint language sql immutable as $$
  select case when is_sale_active then coalesce(variant_sale, variant_price, sale, price)
    else coalesce(variant_price, price) end
$$;

-- The lowest current price, and the regular price of what costs that, if it is on sale.
create function set_current_prices() returns trigger language plpgsql as $$
declare
  today date := (now() at time zone 'Asia/Kathmandu')::date;
begin
  new.is_sale_active := coalesce(new.sale_from <= today, true) and coalesce(today <= new.sale_until, true)
    and (new.sale_npr is not null or exists (
      select from product_variants a where a.product_id = new.id and a.sale_npr is not null));
  select min(i.npr), min(i.usd), (array_agg(i.regular_npr order by i.npr, i.regular_npr))[1],
    (array_agg(i.regular_usd order by i.usd, i.regular_usd))[1], min(i.npr) < max(i.npr) or min(i.usd) < max(i.usd)
  into new.from_npr, new.from_usd, new.was_npr, new.was_usd, new.has_price_range
  from (
    select current_price(new.is_sale_active, a.sale_npr, a.price_npr, new.sale_npr, new.price_npr) as npr,
      current_price(new.is_sale_active, a.sale_usd, a.price_usd, new.sale_usd, new.price_usd) as usd,
      coalesce(a.price_npr, new.price_npr) as regular_npr, coalesce(a.price_usd, new.price_usd) as regular_usd
    from (select new.id) as product (id) left join product_variants a on a.product_id = product.id) as i;
  if new.was_npr <= new.from_npr or new.was_usd <= new.from_usd then
    new.was_npr := null;
    new.was_usd := null;
  end if;
  return new;
end
$$;
create trigger products_current_prices
  before insert or update of price_npr, price_usd, sale_npr, sale_usd, sale_from, sale_until on products
  for each row execute function set_current_prices();

create function update_current_prices() returns trigger language plpgsql as $$
declare
  changed_product integer := coalesce(new.product_id, old.product_id);
begin
  if coalesce(new.price_npr, old.price_npr) is not null or exists (
    select from product_variants a where a.product_id = changed_product and a.price_npr is not null) then
    update products set price_npr = price_npr where id = changed_product;
  end if;
  return null;
end
$$;
create trigger product_variants_rows_prices after insert or delete on product_variants
  for each row execute function update_current_prices();
create trigger product_variants_prices after update of price_npr, price_usd, sale_npr, sale_usd on product_variants
  for each row when ((old.price_npr, old.price_usd, old.sale_npr, old.sale_usd)
    is distinct from (new.price_npr, new.price_usd, new.sale_npr, new.sale_usd))
  execute function update_current_prices();

drop trigger variants_notify_changes on product_variants;
create trigger variants_notify_changes
  after update of kind, value, measure, position, price_npr, price_usd, sale_npr, sale_usd on product_variants
  for each statement execute function increment_shop_version();

update products set price_npr = price_npr;

-- Lists of the shop are sorted by the lowest current price; the list of the back office by the product's own.
drop index products_category_price, products_related;
create index products_from on products (from_usd, id) where archived_at is null;
create index products_category_from on products (category_id, from_usd, id) where archived_at is null;
create index products_related on products ((tag_keys[1]), from_usd, id) where archived_at is null;
create index products_sale_days on products (id) where sale_from is not null or sale_until is not null;
