-- Few orders: those whose cash a courier has not handed over yet.
create index orders_with_courier on orders (courier_id, id) where with_courier > 0;

alter table quotes
  add column deposit_npr bigint not null default 0 check (deposit_npr >= 0),
  add column deposit_usd bigint not null default 0 check (deposit_usd >= 0);
