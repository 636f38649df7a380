-- Search keys of the back office. The dictionary is named, so the result depends only on the text.
create function search_name(content text) returns text immutable strict parallel safe
  return lower(unaccent('unaccent', btrim(regexp_replace(content, '\s+', ' ', 'g'))));

-- With or without the country code of Nepal, in any notation. Must match orders.phone_key.
create function search_phone(content text) returns text immutable strict parallel safe
  return right(regexp_replace(regexp_replace(content, '\D', '', 'g'), '^0*(977(?=\d{8}))?0*', ''), 10);

-- The LIKE pattern of everything that starts with a text.
create function search_prefix(content text) returns text immutable strict parallel safe
  return regexp_replace(content, '([\\%_])', '\\\1', 'g') || '%';

-- Dropping the columns drops their indexes.
alter table orders
  drop column buyer_name,
  drop column last_name_key,
  add column buyer_name text generated always as
    (search_name(coalesce(address->>'firstName', '') || ' ' || coalesce(address->>'lastName', ''))) stored,
  add column last_name_key text generated always as (search_name(coalesce(address->>'lastName', ''))) stored;
create index orders_name on orders (buyer_name text_pattern_ops, id desc) include (status);
create index orders_last_name on orders (last_name_key text_pattern_ops, id desc) include (status);
create index orders_buyer on orders using gin (buyer_name gin_trgm_ops) with (fastupdate = off);
-- Few addresses have an email.
create index orders_email on orders ((lower(address->>'email')) text_pattern_ops, id desc)
  where address->>'email' <> '';
create index order_lines_product on order_lines (product_id, order_id desc);

drop index users_name, users_last_name, users_search;
alter table users
  add column name_key text generated always as (search_name(name)) stored,
  add column last_name_key text generated always as (search_name(substring(name from '\S+\s*$'))) stored,
  add column phone_key text generated always as (search_phone(phone_number)) stored;
create index users_name on users (name_key text_pattern_ops, id desc);
create index users_last_name on users (last_name_key text_pattern_ops, id desc);
create index users_email_start on users (lower(email) text_pattern_ops, id desc);
create index users_phone on users (phone_key text_pattern_ops, id desc);
create index users_search on users using gin
  ((name_key || ' ' || lower(email) || ' ' || coalesce(phone_key, '')) gin_trgm_ops) with (fastupdate = off);

alter table addresses add column phone_key text generated always as (search_phone(phone)) stored;
create index addresses_phone on addresses (phone_key text_pattern_ops, user_id);

alter table enquiries
  add column name_key text generated always as (search_name(name)) stored,
  add column last_name_key text generated always as (search_name(substring(name from '\S+\s*$'))) stored,
  add column phone_key text generated always as (search_phone(phone_number)) stored;
create index enquiries_name on enquiries (name_key text_pattern_ops, id desc);
create index enquiries_last_name on enquiries (last_name_key text_pattern_ops, id desc);
create index enquiries_email_start on enquiries (lower(email) text_pattern_ops, id desc);
create index enquiries_phone on enquiries (phone_key text_pattern_ops, id desc);

alter table quotes
  add column name_key text generated always as (search_name(name)) stored,
  add column last_name_key text generated always as (search_name(substring(name from '\S+\s*$'))) stored;
create index quotes_name on quotes (name_key text_pattern_ops, id desc);
create index quotes_last_name on quotes (last_name_key text_pattern_ops, id desc);
create index quotes_email_start on quotes (lower(email) text_pattern_ops, id desc);
create index quotes_search on quotes using gin (name_key gin_trgm_ops);
