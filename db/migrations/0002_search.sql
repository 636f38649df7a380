-- Two readings of every text: `shop` finds plurals through stems, `shop_plain` finds prefixes as they are typed.
create text search configuration shop (copy = english);
alter text search configuration shop alter mapping for hword, hword_part, word with unaccent, english_stem;
create text search configuration shop_plain (copy = simple);
alter text search configuration shop_plain alter mapping for hword, hword_part, word with unaccent, simple;

create table search_words (word text primary key);
create index search_words_prefix on search_words (word text_pattern_ops);
create index search_words_near on search_words using gist (word gist_trgm_ops);

create function search_vector(content text) returns tsvector language sql stable as $$
  select to_tsvector('shop', content) || to_tsvector('shop_plain', content)
$$;

create function category_words(category smallint) returns text language sql immutable as $$
  select case category
    when 1 then 'crystal crystals stone'
    when 2 then 'accessory accessories'
    when 3 then 'jewellery jewelry jewel'
  end
$$;

create function products_fill_words() returns trigger language plpgsql as $$
begin
  new.words :=
    setweight(search_vector(new.name), 'A')
    || setweight(search_vector(concat_ws(' ', array_to_string(new.tags, ' '), category_words(new.category_id),
                                         new.mineral, new.trade_name)), 'B')
    || setweight(search_vector(concat_ws(' ', new.description, new.origin_place, new.origin_district,
                                         array_to_string(new.colors, ' '))), 'C');
  return new;
end
$$;

create trigger products_words before insert
  or update of name, description, tags, category_id, mineral, trade_name, origin_place, origin_district, colors
  on products for each row execute function products_fill_words();

create function product_text(product products) returns text language sql stable as $$
  select concat_ws(' ', product.name, array_to_string(product.tags, ' '), category_words(product.category_id),
                   product.mineral, product.trade_name, product.description, product.origin_place,
                   product.origin_district, array_to_string(product.colors, ' '))
$$;

create function words_of(content text) returns setof text language sql stable as $$
  select distinct word from regexp_split_to_table(lower(unaccent(content)), '[^[:alnum:]]+') as word
  where length(word) between 3 and 30 and word !~ '[0-9]'
$$;

create function products_learn_inserted() returns trigger language plpgsql as $$
begin
  insert into search_words select distinct word from added, words_of(product_text(added::products)) as word
  on conflict do nothing;
  return null;
end
$$;

create function products_learn_updated() returns trigger language plpgsql as $$
begin
  insert into search_words select words_of(product_text(new)) on conflict do nothing;
  return null;
end
$$;

create trigger products_learn_inserted after insert on products
  referencing new table as added for each statement execute function products_learn_inserted();
create trigger products_learn_updated
  after update of name, description, tags, category_id, mineral, trade_name, origin_place, origin_district, colors
  on products for each row execute function products_learn_updated();

-- One letter wrong, missing, added, or two neighbours swapped.
create function one_typo(a text, b text) returns boolean language sql immutable as $$
  select levenshtein_less_equal(a, b, 1) <= 1
    or (length(a) = length(b) and levenshtein_less_equal(a, b, 2) = 2
        and exists (select from generate_series(1, length(a) - 1) as at
                    where overlay(a placing reverse(substr(a, at, 2)) from at for 2) = b))
$$;

create function search_term(word text) returns text language plpgsql stable as $$
declare
  near text[];
begin
  if length(word) < 4 or exists (select from search_words w where w.word like search_term.word || '%') then
    return word || ':*';
  end if;
  select array_agg(candidate.word) into near
  from (select w.word from search_words w order by w.word <-> search_term.word limit 20) as candidate
  where one_typo(candidate.word, search_term.word)
    or (length(search_term.word) >= 5 and exists (
          select from generate_series(length(search_term.word) - 1, length(search_term.word) + 1) as typed
          where one_typo(left(candidate.word, typed), search_term.word)));
  return case when near is null then word || ':*' else '(' || array_to_string(near, ' | ') || ')' end;
end
$$;

-- What a shopper typed, read forgivingly. No word at all finds nothing.
create function search_query(typed text) returns tsquery language plpgsql stable as $$
declare
  word text;
  term text;
  query tsquery;
begin
  for word in
    select split.word
    from regexp_split_to_table(lower(unaccent(typed)), '[^[:alnum:]]+') with ordinality as split (word, at)
    where split.word <> '' order by split.at limit 8
  loop
    if numnode(to_tsquery('shop', word)) = 0 then
      continue; -- a word such as «the», which no index holds
    end if;
    term := search_term(word);
    query := coalesce(query && (to_tsquery('shop', term) || to_tsquery('shop_plain', term)),
                      to_tsquery('shop', term) || to_tsquery('shop_plain', term));
  end loop;
  return coalesce(query, ''::tsquery);
end
$$;
