-- Lists of products that the shop puts in order. A product is in a list if it has the tag of the list.
create table curated_lists (
  name text primary key,
  version integer not null default 1
);
insert into curated_lists (name) values ('featured'), ('popular'), ('bestseller'), ('collection');

create table curated_products (
  list text not null references curated_lists,
  product_id integer not null references products (id) on delete cascade,
  position integer not null,
  primary key (list, product_id)
);
create index curated_products_order on curated_products (list, position, product_id desc);
create index curated_products_product on curated_products (product_id);

-- Until now the newest product was first.
insert into curated_products (list, product_id, position)
select l.name, p.id, row_number() over (partition by l.name order by p.created_at desc, p.id desc)
from curated_lists l join products p on p.tag_keys @> array[l.name];

create trigger curated_products_notify after insert or update or delete on curated_products
  for each statement execute function increment_shop_version();

-- A product that gets the tag becomes the first of the list.
create function follow_list_tags() returns trigger language plpgsql as $$
begin
  delete from curated_products where product_id = new.id and list <> all (new.tag_keys);
  insert into curated_products (list, product_id, position)
  select l.name, new.id, coalesce((select min(c.position) from curated_products c where c.list = l.name), 1) - 1
  from curated_lists l where l.name = any (new.tag_keys)
  on conflict do nothing;
  return null;
end
$$;
create trigger products_lists_inserted after insert on products for each row
  when (new.tag_keys && '{featured,popular,bestseller,collection}') execute function follow_list_tags();
create trigger products_lists_updated after update of tag_keys on products for each row
  when (old.tag_keys is distinct from new.tag_keys) execute function follow_list_tags();

-- Texts for search engines. Empty: the name and the beginning of the description.
alter table products
  add column seo_title text not null default '',
  add column seo_description text not null default '';
alter table imports.product_rows add column seo_title text, add column seo_description text;
alter table blogs
  add column seo_title text not null default '',
  add column seo_description text not null default '';

create table page_seo (
  page text primary key,
  title text not null,
  description text not null
);
-- Read and cached together with the settings.
create trigger page_seo_notify after insert or update or delete on page_seo
  for each statement execute function notify_settings_change();

-- URLs that a post had before. They redirect to its present one.
create table old_post_slugs (
  slug text primary key,
  post_id integer not null references blogs (id) on delete cascade
);
create index old_post_slugs_post on old_post_slugs (post_id);

-- Empty: the Learn page.
alter table banners add column link text not null default '';

-- The top of the home page. Without a row it is as it comes with the shop.
create table hero (
  only_row boolean primary key default true check (only_row),
  title text not null,
  text text not null,
  button text not null,
  link text not null,
  large_picture_id integer references pictures,
  small_picture_id integer references pictures
);
create trigger hero_notify after insert or update or delete on hero
  for each statement execute function increment_shop_version();

alter table content_sections drop constraint content_sections_name_check;
alter table content_sections add constraint content_sections_name_check
  check (name in ('testimonials', 'faqs', 'texts', 'banners', 'synonyms', 'hero', 'seo'));
insert into content_sections (name) values ('hero'), ('seo');
