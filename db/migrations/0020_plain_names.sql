-- Names of the field: email, transition, section, variant, status, search vector.

alter table mails rename to emails;
alter table emails rename column state to status;
alter table emails drop constraint mails_state_check;
alter table emails alter column status set default 'queued';
update emails set status = 'stored' where status = 'kept';
alter table emails add constraint emails_status_check check (status in ('queued', 'stored', 'sent', 'failed'));
alter table emails rename constraint mails_pkey to emails_pkey;
alter table emails rename constraint mails_enquiry_id_fkey to emails_enquiry_id_fkey;
alter table emails rename constraint mails_user_id_fkey to emails_user_id_fkey;
alter index mails_enquiry rename to emails_enquiry;
alter index mails_failed rename to emails_failed;
alter index mails_latest rename to emails_latest;
alter index mails_user rename to emails_user;

alter table order_moves rename to order_transitions;
alter table order_transitions rename column moved_by to changed_by;
alter table order_transitions rename column moved_at to changed_at;
alter table order_transitions rename constraint order_moves_pkey to order_transitions_pkey;
alter table order_transitions rename constraint order_moves_moved_by_check to order_transitions_changed_by_check;
alter table order_transitions rename constraint order_moves_order_id_fkey to order_transitions_order_id_fkey;
alter table order_transitions rename constraint order_moves_user_id_fkey to order_transitions_user_id_fkey;
alter index order_moves_order rename to order_transitions_order;
alter index order_moves_user rename to order_transitions_user;
alter sequence order_moves_id_seq rename to order_transitions_id_seq;
alter index orders_queue rename to orders_status;

alter table content_sheets rename to content_sections;
alter table content_sections rename constraint content_sheets_pkey to content_sections_pkey;
alter table content_sections rename constraint content_sheets_name_check to content_sections_name_check;

alter table product_attributes rename to product_variants;
alter table product_variants rename constraint product_attributes_pkey to product_variants_pkey;
alter table product_variants rename constraint product_attributes_kind_check to product_variants_kind_check;
alter table product_variants rename constraint product_attributes_measure_check to product_variants_measure_check;
alter table product_variants rename constraint product_attributes_product_id_fkey to product_variants_product_id_fkey;
alter table product_variants rename constraint product_attributes_stock_check to product_variants_stock_check;
alter table product_variants rename constraint product_attributes_value to product_variants_value;
alter sequence product_attributes_id_seq rename to product_variants_id_seq;
alter table cart_lines rename column attribute_id to variant_id;
alter table cart_lines rename constraint cart_lines_cart_id_product_id_attribute_id_key
  to cart_lines_cart_id_product_id_variant_id_key;
alter table order_lines rename column attribute_id to variant_id;
alter table order_lines rename column attribute_value to variant_value;

alter table blogs rename column state to status;
alter table blogs rename constraint blogs_state_check to blogs_status_check;
alter table enquiries rename column state to status;
alter table enquiries rename constraint enquiries_state_check to enquiries_status_check;
alter index enquiries_state rename to enquiries_status;
alter table quotes rename column state to status;
alter table quotes rename constraint quotes_state_check to quotes_status_check;
alter index quotes_state rename to quotes_status;

alter table customer_notes rename column words to text;
alter table order_notes rename column words to text;
alter table page_texts rename column words to text;
alter table search_misses rename column words to query;
alter table shop_settings rename column said to settings;

alter index products_kin rename to products_related;
alter index enquiries_find rename to enquiries_search;
alter index users_find rename to users_search;
alter table products rename column words to search_vector;
alter index products_words rename to products_search_vector;
alter function search_vector(text) rename to to_search_vector;
alter function words_of(text) rename to split_words;
alter function raise_shop_version() rename to increment_shop_version;
alter function announce_settings() rename to notify_settings_change;

create or replace function product_vector(
  name text, description text, tags text[], category_id smallint, mineral text, trade_name text, origin_place text,
  origin_district text, colors text[]) returns tsvector language sql stable as $$
  select setweight(ts_delete(to_search_vector(name),
                             tsvector_to_array(to_search_vector(coalesce(compound_heads(tags), '')))), 'A')
    || setweight(to_search_vector(concat_ws(' ', name, array_to_string(tags, ' '), category_words(category_id), mineral,
                                            trade_name)), 'B')
    || setweight(to_search_vector(concat_ws(' ', description, origin_place, origin_district,
                                            array_to_string(colors, ' '))), 'C')
    || whole_words(tags, category_id)
$$;

create or replace function nearest_names(typed text) returns text[] language sql stable as $$
  with near as (
    select place, spelling as word from unnest(search_tokens(typed)) with ordinality as split (token, place),
      unnest(search_spellings(token)) as spelling
    union all
    select place, similar_word.word from unnest(search_tokens(typed)) with ordinality as split (token, place),
      lateral (select w.word from search_words w order by w.word <-> token limit 10) as similar_word
    where similarity(similar_word.word, token) > 0.35
  ), meant as (
    select place, word from near
    union all
    select near.place, synonym from near join search_synonyms s on s.key = search_stem(near.word),
      unnest(s.synonyms) as synonym
  ), keys as (
    select key, min(place) as place from meant, unnest(search_keys(word)) as key where key <> '' group by key
  ), tagged as materialized (
    select tags from products
    where archived_at is null
      and search_vector @@ (select coalesce(string_agg(format('''=%s''', key), ' | '), '')::tsquery from keys)
    limit 200
  ), named as (
    select names[1] as name, place, 0 as kind
    from keys, generate_series(1, 3) as category, search_tokens(category_words(category::smallint)) as names
    where key = any (select unnest(search_keys(name)) from unnest(names) as name)
    union all
    select tag, place, 1 from (select distinct unnest(tags) from tagged) as used (tag), search_keys(tag) as own, keys
    where key = any (own)
  )
  select coalesce(array_agg(name order by kind, place, name), '{}')
  from (select name, min(kind) as kind, min(place) as place from named group by name) as each
$$;

-- An import computes vectors and words for a whole batch and switches these triggers off.
drop trigger products_words_inserted on products;
drop trigger products_words_updated on products;
drop trigger products_learn_inserted on products;
drop trigger products_learn_updated on products;
drop function products_fill_words();
drop function products_learn_inserted();
drop function products_learn_updated();

create function set_product_search_vector() returns trigger language plpgsql as $$
begin
  new.search_vector := product_vector(new.name, new.description, new.tags, new.category_id, new.mineral, new.trade_name,
    new.origin_place, new.origin_district, new.colors);
  return new;
end
$$;

create function add_search_words_of_inserted_products() returns trigger language plpgsql as $$
begin
  insert into search_words select distinct word from added, split_words(product_text(added::products)) as word
  on conflict do nothing;
  return null;
end
$$;

create function add_search_words_of_updated_product() returns trigger language plpgsql as $$
begin
  insert into search_words select split_words(product_text(new)) on conflict do nothing;
  return null;
end
$$;

create trigger products_search_vector_inserted before insert on products for each row
  when (current_setting('shop.skip_search_triggers', true) is distinct from 'on')
  execute function set_product_search_vector();
create trigger products_search_vector_updated
  before update of name, description, tags, category_id, mineral, trade_name, origin_place, origin_district, colors
  on products for each row
  when (current_setting('shop.skip_search_triggers', true) is distinct from 'on'
    and (new.name is distinct from old.name or new.description is distinct from old.description
      or new.tags is distinct from old.tags or new.category_id is distinct from old.category_id
      or new.mineral is distinct from old.mineral or new.trade_name is distinct from old.trade_name
      or new.origin_place is distinct from old.origin_place or new.origin_district is distinct from old.origin_district
      or new.colors is distinct from old.colors))
  execute function set_product_search_vector();
create trigger products_search_words_inserted after insert on products referencing new table as added
  for each statement when (current_setting('shop.skip_search_triggers', true) is distinct from 'on')
  execute function add_search_words_of_inserted_products();
create trigger products_search_words_updated
  after update of name, description, tags, category_id, mineral, trade_name, origin_place, origin_district, colors
  on products for each row
  when (current_setting('shop.skip_search_triggers', true) is distinct from 'on'
    and (new.name is distinct from old.name or new.description is distinct from old.description
      or new.tags is distinct from old.tags or new.category_id is distinct from old.category_id
      or new.mineral is distinct from old.mineral or new.trade_name is distinct from old.trade_name
      or new.origin_place is distinct from old.origin_place or new.origin_district is distinct from old.origin_district
      or new.colors is distinct from old.colors))
  execute function add_search_words_of_updated_product();

create or replace function increment_shop_version() returns trigger language plpgsql as $$
declare
  raised bigint;
begin
  if current_setting('shop.skip_version', true) = 'on' then
    return null;
  end if;
  update shop_version set version = version + 1 returning version into raised;
  perform pg_notify('shop_version', raised::text);
  return null;
end
$$;

alter trigger audit_log_kept on audit_log rename to audit_log_refuses_truncate;
alter trigger audit_log_unchanged on audit_log rename to audit_log_refuses_change;
alter trigger banners_announce on banners rename to banners_notify;
alter trigger blogs_announce on blogs rename to blogs_notify;
alter trigger faqs_announce on faqs rename to faqs_notify;
alter trigger page_texts_announce on page_texts rename to page_texts_notify;
alter trigger attributes_announce_changes on product_variants rename to variants_notify_changes;
alter trigger attributes_announce_rows on product_variants rename to variants_notify_rows;
alter trigger attributes_announce_sold_out on product_variants rename to variants_notify_sold_out;
alter trigger images_announce on product_images rename to images_notify;
alter trigger related_announce on product_related rename to related_notify;
alter trigger products_announce_changes on products rename to products_notify_changes;
alter trigger products_announce_rows on products rename to products_notify_rows;
alter trigger products_announce_sold_out on products rename to products_notify_sold_out;
alter trigger review_pictures_announce on review_pictures rename to review_pictures_notify;
alter trigger reviews_announce on reviews rename to reviews_notify;
alter trigger search_synonyms_announce on search_synonyms rename to search_synonyms_notify;
alter trigger settings_announce on shop_settings rename to settings_notify;
alter trigger testimonials_announce on testimonials rename to testimonials_notify;

alter table imports.product_rows rename column choices to variants;
alter table imports.product_rows rename column words to search_vector;
alter table imports.product_rows rename column vocabulary to search_words;
alter table imports.product_rows rename column seen to fingerprint;

update shop_settings set settings = settings - 'mailSender' || jsonb_build_object('emailSender', settings -> 'mailSender')
where settings ? 'mailSender';

-- Emails that wait in the queue while the shop is updated.
do $$
begin
  if to_regclass('jobs.job') is not null then
    update jobs.job set data = data - 'mailId' || jsonb_build_object('emailId', data -> 'mailId')
    where name = 'mail' and data ? 'mailId';
  end if;
end
$$;
