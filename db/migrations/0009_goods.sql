-- A large import changes thousands of rows and must not hold the one row of the version all that time: it keeps quiet,
-- and raises the version itself at its end.
create or replace function raise_shop_version() returns trigger language plpgsql as $$
declare
  raised bigint;
begin
  if current_setting('shop.quiet', true) = 'on' then
    return null;
  end if;
  update shop_version set version = version + 1 returning version into raised;
  perform pg_notify('shop_version', raised::text);
  return null;
end
$$;

alter table products add column version integer not null default 1;
-- Of the stock only its band is indexed: an ordinary sale leaves the band, and so every index, as it was.
alter table products add column stock_band smallint not null generated always as (
  case when stock = 0 then 0 when stock <= 2 then 1 when stock <= 5 then 2 when stock <= 10 then 3 when stock <= 20 then 4
       else 5 end) stored;
create index products_stock_band on products (stock_band, created_at desc, id desc) where archived_at is null;
create index products_name on products (lower(name), id) where archived_at is null;
create index products_archived on products (created_at desc, id desc) where archived_at is not null;

-- A choice keeps its id when it is renamed or moved, because bags and orders name it: so two of them may have to trade
-- their names within one statement.
alter table product_attributes drop constraint product_attributes_product_id_value_key;
alter table product_attributes add constraint product_attributes_value unique (product_id, value) deferrable;

alter table reviews add column user_id uuid references users on delete cascade;
alter table reviews add column refused_at timestamptz check (refused_at is null or approved_at is null);
alter table reviews add column answer text not null default '';
alter table reviews add column version integer not null default 1;
create unique index reviews_once on reviews (user_id, product_id);
create index reviews_waiting on reviews (id desc) where approved_at is null and refused_at is null;

create table review_pictures (
  review_id integer not null references reviews on delete cascade,
  position smallint not null check (position between 0 and 2),
  picture_id integer not null references pictures,
  primary key (review_id, position)
);
create index review_pictures_picture on review_pictures (picture_id);
insert into review_pictures select id, 0, picture_id from reviews where picture_id is not null;
alter table reviews drop column picture_id;
create trigger review_pictures_announce after insert or update or delete on review_pictures
  for each statement execute function raise_shop_version();

alter table enquiries add column version integer not null default 1;
create index enquiries_state on enquiries (state, id desc);
create index enquiries_find on enquiries using gin ((lower(name || ' ' || coalesce(email, '') || ' ' || message)) gin_trgm_ops);

create table enquiry_answers (
  id uuid primary key,
  enquiry_id uuid not null references enquiries on delete cascade,
  to_address text not null,
  message text not null,
  user_id uuid references users on delete set null,
  by_name text not null,
  sent_at timestamptz not null
);
create index enquiry_answers_enquiry on enquiry_answers (enquiry_id, id);

-- What a bulk order holds may be made for it, and then was never on the shelf; and it may be many pieces.
alter table order_lines add column from_stock boolean not null default true;
alter table order_lines drop constraint order_lines_quantity_check;
alter table order_lines add constraint order_lines_quantity_check check (quantity between 1 and 100000);

create sequence quote_numbers start 1001;
create table quotes (
  id uuid primary key,
  number bigint not null unique default nextval('quote_numbers'),
  token text not null unique check (token ~ '^[0-9a-f]{64}$'),
  enquiry_id uuid references enquiries on delete set null,
  name text not null,
  email text not null,
  state text not null default 'draft' check (state in ('draft', 'sent', 'accepted', 'withdrawn')),
  valid_until date not null,
  note text not null default '',
  shipping_npr bigint not null check (shipping_npr >= 0),
  shipping_usd bigint not null check (shipping_usd >= 0),
  lines json not null,
  version integer not null default 1,
  order_id uuid unique references orders on delete set null,
  accepted_by uuid references users on delete set null,
  created_at timestamptz not null default now()
);
alter sequence quote_numbers owned by quotes.number;
create index quotes_enquiry on quotes (enquiry_id);
create index quotes_state on quotes (state, id desc);

-- A draft has no moment; a scheduled post has one that has not come yet.
alter table blogs add column state text not null default 'published' check (state in ('draft', 'scheduled', 'published'));
alter table blogs add column publish_at timestamptz;
alter table blogs add column version integer not null default 1;
create index blogs_due on blogs (publish_at) where state = 'scheduled';

-- Small lists that are edited as a whole: one version each.
create table content_sheets (
  name text primary key check (name in ('testimonials', 'faqs', 'texts', 'banners')),
  version integer not null default 1
);
insert into content_sheets (name) values ('testimonials'), ('faqs'), ('texts'), ('banners');

-- Words of pages where the owner wants others than the ones that came with the shop.
create table page_texts (
  key text primary key,
  words text not null
);
create trigger page_texts_announce after insert or update or delete on page_texts
  for each statement execute function raise_shop_version();

create table banners (
  place smallint primary key check (place between 1 and 3),
  title text not null,
  large_picture_id integer references pictures,
  small_picture_id integer references pictures
);
create trigger banners_announce after insert or update or delete on banners
  for each statement execute function raise_shop_version();
