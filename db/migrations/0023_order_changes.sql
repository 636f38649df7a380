create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'The rows of % are never changed', tg_table_name;
end
$$;

create table couriers (
  id integer generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  name_key text not null generated always as (lower(btrim(name))) stored unique,
  is_active boolean not null default true,
  version integer not null default 1
);
insert into couriers (name)
select min(btrim(courier)) from orders where btrim(courier) <> '' group by lower(btrim(courier)) order by 1;

-- Amounts without a currency in their name are in the currency of the order.
alter table orders
  add column version integer not null default 1,
  add column source text not null default 'web' check (source in ('web', 'quote', 'phone', 'instagram', 'counter')),
  add column courier_id integer references couriers,
  add column discount_npr bigint not null default 0 check (discount_npr >= 0),
  add column discount_usd bigint not null default 0 check (discount_usd >= 0),
  add column deposit_due bigint not null default 0 check (deposit_due >= 0),
  add column paid bigint not null default 0,
  add column refunded bigint not null default 0,
  add column written_off bigint not null default 0 check (written_off >= 0),
  add column returned_amount bigint not null default 0 check (returned_amount >= 0),
  add column with_courier bigint not null default 0 check (with_courier >= 0),
  add column erase_when_settled boolean not null default false,
  add constraint orders_refund check (refunded between 0 and paid);
update orders o set courier_id = c.id from couriers c where c.name_key = lower(btrim(o.courier));
update orders o set source = 'quote' from quotes q where q.order_id = o.id;
update orders set erase_when_settled = true where user_id is null and status in (0, 1, 2);
create index orders_courier on orders (courier_id) where courier_id is not null;

alter table order_lines
  add column returned integer not null default 0,
  add column restocked integer not null default 0,
  add constraint order_lines_returned check (returned between 0 and quantity),
  add constraint order_lines_restocked check (restocked between 0 and returned);

alter table order_transitions add column is_taken_back boolean not null default false;

-- The activity of an order. Its last change can be taken back; the change that does so names it in `corrects`.
create table order_changes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('status', 'edited', 'shipment', 'returned', 'payment', 'corrected')),
  at timestamptz not null,
  changed_by text not null check (changed_by in ('customer', 'shop')),
  actor_id uuid,
  actor_name text not null,
  reason text not null default '',
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  corrects bigint unique references order_changes,
  email_id uuid
);
create index order_changes_order on order_changes (order_id, id);
insert into order_changes (order_id, kind, at, changed_by, actor_id, actor_name, before, after)
select t.order_id, 'status', t.changed_at, t.changed_by, t.user_id,
  case t.changed_by when 'shop' then coalesce(u.name, '') else '' end,
  jsonb_build_object('status', (array['Pending', 'Confirmed', 'Shipped', 'Delivered', 'Canceled', 'Returned'])[t.from_status + 1]),
  jsonb_build_object('status', (array['Pending', 'Confirmed', 'Shipped', 'Delivered', 'Canceled', 'Returned'])[t.to_status + 1])
from order_transitions t left join users u on u.id = t.user_id where t.from_status is not null order by t.id;

-- Days up to `closed_until` are reconciled: a later entry belongs to a later day.
create table cash_book (
  only_row boolean primary key default true check (only_row),
  closed_until date not null
);
insert into cash_book (closed_until) values ('-infinity');

create table cash_closings (
  day date primary key,
  closed_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null
);

create table cash_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  day date not null,
  kind text not null check (kind in ('collected', 'handed over', 'refunded', 'written off', 'deposit')),
  order_id uuid not null references orders,
  courier_id integer references couriers,
  currency text not null check (currency in ('USD', 'NPR')),
  amount bigint not null check (amount <> 0),
  method text not null default 'cash' check (method in ('cash', 'transfer')),
  note text not null default '',
  actor_id uuid,
  actor_name text not null,
  reverses bigint unique references cash_entries,
  check (kind <> 'handed over' or courier_id is not null)
);
create index cash_entries_order on cash_entries (order_id, id);
create index cash_entries_day on cash_entries (day, kind, courier_id);
create index cash_entries_courier on cash_entries (courier_id) where courier_id is not null;

insert into cash_entries (at, day, kind, order_id, courier_id, currency, amount, actor_name)
select delivered_at, (delivered_at at time zone 'Asia/Kathmandu')::date, 'collected', id, courier_id, currency,
  case currency when 'NPR' then total_npr else total_usd end, ''
from orders where status = 3 and case currency when 'NPR' then total_npr else total_usd end > 0 order by delivered_at, id;
insert into cash_entries (at, day, kind, order_id, courier_id, currency, amount, actor_name)
select o.cash_received_at, (o.cash_received_at at time zone 'Asia/Kathmandu')::date, 'handed over', o.id, o.courier_id,
  o.currency, e.amount, ''
from orders o join cash_entries e on e.order_id = o.id
where o.cash_received_at is not null and o.courier_id is not null order by o.cash_received_at, o.id;
update orders o set paid = e.amount,
  with_courier = case when o.courier_id is null or o.cash_received_at is not null then 0 else e.amount end
from cash_entries e where e.order_id = o.id and e.kind = 'collected';
update order_lines l set returned = l.quantity from orders o where o.id = l.order_id and o.status = 5;
update orders set returned_amount = case currency when 'NPR' then total_npr else total_usd end where status = 5;

create function set_cash_day() returns trigger language plpgsql as $$
begin
  select greatest((new.at at time zone 'Asia/Kathmandu')::date, closed_until + 1) into new.day from cash_book for share;
  return new;
end
$$;
create trigger cash_entries_set_day before insert on cash_entries for each row execute function set_cash_day();
create trigger cash_entries_append_only before update or delete on cash_entries
  for each row execute function refuse_ledger_change();
create trigger cash_entries_kept before truncate on cash_entries
  for each statement execute function refuse_ledger_change();

create function refuse_reopening() returns trigger language plpgsql as $$
begin
  if new.closed_until < old.closed_until then
    raise exception 'A closed day is never opened again';
  end if;
  return new;
end
$$;
create trigger cash_book_forward before update on cash_book for each row execute function refuse_reopening();

drop index orders_delivered;
alter table orders drop column courier, drop column cash_received_at;

create table invoice_numbers (
  kind text not null,
  fiscal_year text not null,
  last integer not null,
  primary key (kind, fiscal_year)
);
create table invoices (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'credit note')),
  fiscal_year text not null,
  number integer not null check (number > 0),
  order_id uuid not null references orders,
  credits bigint references invoices,
  issued_at timestamptz not null,
  currency text not null check (currency in ('USD', 'NPR')),
  total bigint not null check (total >= 0),
  vat bigint not null check (vat >= 0),
  document text not null,
  unique (kind, fiscal_year, number)
);
create index invoices_order on invoices (order_id, id);
create index invoices_issued on invoices (issued_at);
create trigger invoices_append_only before update or delete on invoices
  for each row execute function refuse_ledger_change();
create trigger invoices_kept before truncate on invoices
  for each statement execute function refuse_ledger_change();

-- Totals by the day on which an order was placed, kept as orders change.
create table sales_days (
  day date not null,
  currency text not null check (currency in ('USD', 'NPR')),
  orders integer not null default 0,
  revenue bigint not null default 0,
  canceled integer not null default 0,
  returned integer not null default 0,
  primary key (day, currency)
);
create table sales_day_products (
  day date not null,
  currency text not null check (currency in ('USD', 'NPR')),
  product_id integer not null references products,
  quantity integer not null,
  revenue bigint not null,
  primary key (day, currency, product_id)
);
insert into sales_days (day, currency, orders, revenue, canceled, returned)
select (placed_at at time zone 'Asia/Kathmandu')::date, currency, count(*) filter (where status in (1, 2, 3)),
  coalesce(sum(case currency when 'NPR' then total_npr else total_usd end - returned_amount)
    filter (where status in (1, 2, 3, 5)), 0),
  count(*) filter (where status = 4), count(*) filter (where status = 5)
from orders where status <> 0 group by 1, 2;
insert into sales_day_products (day, currency, product_id, quantity, revenue)
select (o.placed_at at time zone 'Asia/Kathmandu')::date, o.currency, l.product_id, sum(l.quantity - l.returned),
  sum((l.quantity - l.returned) * case o.currency when 'NPR' then l.unit_npr else l.unit_usd end)
from orders o join order_lines l on l.order_id = o.id
where o.status in (1, 2, 3) and l.quantity > l.returned group by 1, 2, 3;
