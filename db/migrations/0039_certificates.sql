alter table products add column maker text;
alter table imports.product_rows add column maker text;

-- One row for each sold unit, with the facts as they were. Orders placed before this table existed have none.
create table certificates (
  code text primary key check (code ~ '^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]$'),
  order_id uuid not null references orders on delete cascade,
  -- The line of the order, and the unit of that line from 1.
  position smallint not null,
  unit integer not null check (unit > 0),
  state text not null default 'valid' check (state in ('valid', 'returned', 'replaced', 'withdrawn')),
  state_since timestamptz not null,
  sold_at timestamptz not null,
  product_name text not null,
  variant_value text,
  measure text,
  image_url text,
  facts json not null
);
create unique index certificates_current on certificates (order_id, position, unit) where state <> 'replaced';

alter table order_changes drop constraint order_changes_kind_check;
alter table order_changes add constraint order_changes_kind_check
  check (kind in ('status', 'edited', 'shipment', 'returned', 'payment', 'corrected', 'certificate'));
