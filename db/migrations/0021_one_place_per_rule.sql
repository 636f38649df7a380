-- A change of any column is announced, except of those named here: an ordinary sale must not empty the caches.
create function is_announced_change(old_row products, new_row products) returns boolean language plpgsql stable as $$
begin
  old_row.stock := new_row.stock;
  old_row.stock_band := new_row.stock_band;
  old_row.search_vector := new_row.search_vector;
  old_row.version := new_row.version;
  old_row.updated_at := new_row.updated_at;
  return old_row is distinct from new_row;
end
$$;

drop trigger products_notify_changes on products;
create trigger products_notify_changes after update on products for each row
  when (current_setting('shop.skip_version', true) is distinct from 'on' and is_announced_change(old.*, new.*))
  execute function increment_shop_version();

-- One announcement per transaction is enough: its changes become visible together.
create or replace function increment_shop_version() returns trigger language plpgsql as $$
declare
  raised bigint;
begin
  if current_setting('shop.skip_version', true) = 'on' then
    return null;
  end if;
  update shop_version set version = version + 1 returning version into raised;
  perform pg_notify('shop_version', raised::text);
  perform set_config('shop.skip_version', 'on', true);
  return null;
end
$$;
