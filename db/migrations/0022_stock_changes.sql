-- One row for each statement that changed stock: cached responses that show stock are kept while there is no new one.
-- Unlogged, because after a crash of the database the caches are emptied.
create unlogged table stock_changes (
  xid xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);
create index stock_changes_xid on stock_changes (xid);

create function record_stock_change() returns trigger language plpgsql as $$
begin
  insert into stock_changes default values;
  return null;
end
$$;
create trigger products_record_stock after update of stock on products
  for each statement execute function record_stock_change();
create trigger product_variants_record_stock after update of stock on product_variants
  for each statement execute function record_stock_change();
