-- A code takes a percentage off, or an amount in each currency. Null means no limit.
create table discounts (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9-]{4,30}$'),
  percent smallint check (percent between 1 and 100),
  amount_npr bigint check (amount_npr > 0),
  amount_usd bigint check (amount_usd > 0),
  minimum_npr bigint not null default 0 check (minimum_npr >= 0),
  minimum_usd bigint not null default 0 check (minimum_usd >= 0),
  product_ids integer[],
  category_ids integer[],
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  max_uses integer check (max_uses > 0),
  max_uses_per_customer integer check (max_uses_per_customer > 0),
  first_order_only boolean not null default false,
  is_active boolean not null default true,
  -- Of orders that are not canceled.
  uses integer not null default 0 check (uses >= 0),
  version integer not null default 1,
  check ((percent is null) <> (amount_npr is null) and (amount_npr is null) = (amount_usd is null))
);

alter table carts add column discount_code text;

-- The order keeps the code as it was, also if it is renamed later.
alter table orders add column discount_id integer references discounts, add column discount_code text,
  add check ((discount_id is null) = (discount_code is null));
create index orders_discount on orders (discount_id) where discount_id is not null;
