-- Who changed what: written once. No foreign key to users, since a person who leaves must not change what they did.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject text not null,
  subject_id text not null,
  before jsonb,
  after jsonb
);
create index audit_log_subject on audit_log (subject, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is written once and never changed';
end
$$;
create trigger audit_log_unchanged before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_kept before truncate on audit_log
  for each statement execute function refuse_change();

-- What the desk looks for: a buyer by name, or by phone, with or without the code of Nepal, however it was typed.
alter table orders
  add column courier text,
  add column tracking_number text,
  add column delivered_at timestamptz,
  add column cash_received_at timestamptz,
  add column buyer_name text generated always as
    (lower(btrim(coalesce(address->>'firstName', '') || ' ' || coalesce(address->>'lastName', '')))) stored,
  add column last_name_key text generated always as (lower(btrim(coalesce(address->>'lastName', '')))) stored,
  add column phone_key text generated always as
    (right(regexp_replace(regexp_replace(coalesce(address->>'phone', ''), '\D', '', 'g'),
      '^0*(977(?=\d{8}))?0*', ''), 10)) stored;
update orders o set delivered_at =
  (select max(moved_at) from order_moves m where m.order_id = o.id and m.to_status = 3) where status in (3, 5);
create index orders_queue on orders (status, id desc);
create index orders_phone on orders (phone_key text_pattern_ops, id desc);
create index orders_name on orders (buyer_name text_pattern_ops, id desc) include (status);
create index orders_last_name on orders (last_name_key text_pattern_ops, id desc) include (status);
-- fastupdate would leave the newest orders in a list that every search reads through.
create index orders_buyer on orders using gin (buyer_name gin_trgm_ops) with (fastupdate = off);
create index orders_placed on orders (placed_at);
create index orders_delivered on orders (delivered_at) where status = 3;

create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  at timestamptz not null default now(),
  author_id uuid,
  author_name text not null,
  kind text not null check (kind in ('note', 'no-answer')),
  words text not null
);
create index order_notes_order on order_notes (order_id, id);

alter table users add column deactivated_at timestamptz;
create index users_staff on users (role) where role <> 'Customer';
create index users_find on users using gin
  ((lower(name || ' ' || email || ' ' || coalesce(phone_number, ''))) gin_trgm_ops) with (fastupdate = off);

create table customer_notes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null default now(),
  author_id uuid,
  author_name text not null,
  words text not null
);
create index customer_notes_user on customer_notes (user_id, id);

-- What visitors looked for in vain: words and a day, and nothing of who they were.
create table search_misses (
  day date not null,
  words text not null,
  count integer not null default 1,
  primary key (day, words)
);

create index mails_failed on mails (id desc) where state = 'failed';

create table shop_settings (
  only_row boolean primary key default true check (only_row),
  version integer not null default 1,
  said jsonb not null default '{}'
);
insert into shop_settings default values;

create function announce_settings() returns trigger language plpgsql as $$
declare
  raised bigint;
begin
  update shop_version set version = version + 1 returning version into raised;
  perform pg_notify('shop_version', raised || ' settings');
  return null;
end
$$;
create trigger settings_announce after update on shop_settings
  for each statement execute function announce_settings();
