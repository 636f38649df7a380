-- Requests for an email when a product or variant is in stock again. The ids are in the order of the requests.
create table stock_alerts (
  id uuid primary key,
  product_id integer not null references products,
  variant_id integer references product_variants (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  email text not null,
  -- Of the secret in the newest email to this address about this request.
  token_hash text unique,
  confirmed_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index stock_alerts_open on stock_alerts (lower(email), product_id, coalesce(variant_id, 0))
  where sent_at is null;
create index stock_alerts_email on stock_alerts (lower(email), id);
create index stock_alerts_user on stock_alerts (user_id);
create index stock_alerts_variant on stock_alerts (variant_id);
create index stock_alerts_created_at on stock_alerts (created_at);
create index stock_alerts_waiting on stock_alerts (product_id, variant_id)
  where confirmed_at is not null and sent_at is null;

-- Where the mail program of the recipient unsubscribes with one click (RFC 8058).
alter table emails add column unsubscribe_url text;

create function notify_restock() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_version', 'restock');
  return null;
end
$$;
create trigger products_notify_restock after update of stock on products
  for each row when (old.stock = 0 and new.stock > 0) execute function notify_restock();
create trigger variants_notify_restock after update of stock on product_variants
  for each row when (old.stock = 0 and new.stock > 0) execute function notify_restock();
create trigger products_notify_restored after update of archived_at on products
  for each row when (old.archived_at is not null and new.archived_at is null) execute function notify_restock();
