-- A piece that lies in a bag, is saved or was sold is archived, never deleted: hence no cascade from products.
create table carts (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  note text not null default '',
  updated_at timestamptz not null default now()
);

-- attribute_id is no foreign key: a choice may leave the catalogue, and its line must be able to say so.
create table cart_lines (
  id uuid primary key,
  place bigint generated always as identity,
  cart_id uuid not null references carts on delete cascade,
  product_id integer not null references products,
  attribute_id integer,
  quantity integer not null check (quantity between 1 and 999),
  price_npr bigint not null,
  price_usd bigint not null,
  unique nulls not distinct (cart_id, product_id, attribute_id)
);

create table wishlists (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade
);

create table wishlist_products (
  wishlist_id uuid not null references wishlists on delete cascade,
  product_id integer not null references products,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (wishlist_id, product_id)
);

create sequence order_numbers start 10001;

-- 0 Pending, 1 Confirmed, 2 Shipped, 3 Delivered, 4 Canceled, 5 Returned; which may follow which is told in code.
create table orders (
  id uuid primary key,
  number bigint not null unique default nextval('order_numbers'),
  user_id uuid references users on delete set null,
  status smallint not null default 0 check (status between 0 and 5),
  currency text not null check (currency in ('USD', 'NPR')),
  shipping_npr bigint not null check (shipping_npr >= 0),
  shipping_usd bigint not null check (shipping_usd >= 0),
  total_npr bigint not null check (total_npr >= shipping_npr),
  total_usd bigint not null check (total_usd >= shipping_usd),
  address json not null,
  note text not null default '',
  placed_at timestamptz not null
);
alter sequence order_numbers owned by orders.number;
create index orders_newest_of_user on orders (user_id, id desc);

create table order_lines (
  order_id uuid not null references orders on delete cascade,
  position smallint not null,
  product_id integer not null references products,
  attribute_id integer,
  product_name text not null,
  slug text not null,
  category_id smallint not null,
  attribute_value text,
  image_url text,
  unit_npr bigint not null check (unit_npr >= 0),
  unit_usd bigint not null check (unit_usd >= 0),
  quantity integer not null check (quantity between 1 and 999),
  primary key (order_id, position)
);

create table order_moves (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  from_status smallint,
  to_status smallint not null,
  moved_by text not null check (moved_by in ('customer', 'shop')),
  user_id uuid references users on delete set null,
  moved_at timestamptz not null
);
create index order_moves_order on order_moves (order_id, id);

create table order_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  request_hash text not null,
  order_id uuid not null references orders on delete cascade,
  made_at timestamptz not null,
  primary key (user_id, key)
);
