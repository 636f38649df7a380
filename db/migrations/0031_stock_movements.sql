-- Every change of stock, with who and why: the stock of a product, or of each of its variants, is the sum of its rows.
-- The order has no foreign key, because the stock is deducted before the order is inserted.
create table stock_movements (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  product_id integer not null references products,
  -- Also of a variant that no longer exists.
  variant_id integer,
  variant_value text,
  quantity integer not null check (quantity <> 0),
  kind text not null check (kind in ('opening', 'order', 'order edited', 'order canceled', 'order returned',
    'order corrected', 'correction', 'edited', 'import')),
  order_id uuid,
  reason text not null default '',
  -- Null for customers.
  actor_id uuid,
  actor_name text not null default ''
);
insert into stock_movements (at, product_id, variant_id, variant_value, quantity, kind)
select now(), p.id, a.id, a.value, coalesce(a.stock, p.stock), 'opening'
from products p left join product_variants a on a.product_id = p.id
where coalesce(a.stock, p.stock) <> 0 order by p.id, a.position;
create index stock_movements_product on stock_movements (product_id, id);
create trigger stock_movements_append_only before update or delete on stock_movements
  for each row execute function refuse_ledger_change();
create trigger stock_movements_kept before truncate on stock_movements
  for each statement execute function refuse_ledger_change();
