-- What a phrase is called in the index: `Key rings` is keyring (by stems) and keyrings (as written).
create function search_tokens(phrase text) returns text[] language sql stable as $$
  select coalesce(array_agg(token order by place) filter (where token <> ''), '{}')
  from regexp_split_to_table(lower(unaccent(phrase)), '[^[:alnum:]]+') with ordinality as split (token, place)
$$;

create function search_stem(token text) returns text language sql immutable as $$
  select coalesce((ts_lexize('english_stem', token))[1], token)
$$;

create function search_keys(phrase text) returns text[] language sql stable as $$
  select array[coalesce(string_agg(search_stem(token), '' order by place), ''), coalesce(string_agg(token, '' order by place), '')]
  from unnest(search_tokens(phrase)) with ordinality as split (token, place)
$$;

-- A lexeme for each whole tag (weight D) and each name of the category (weight A): «=ring» is in a ring, not in a key ring.
create function whole_words(tags text[], category smallint) returns tsvector language sql stable as $$
  select coalesce(string_agg(format('''=%s'':1%s', key, weight), ' '), '')::tsvector
  from (
    select unnest(search_keys(tag)) as key, '' as weight from unnest(tags) as tag
    union all
    select unnest(search_keys(name)), 'A' from unnest(search_tokens(category_words(category))) as name
  ) as named
  where key <> ''
$$;

-- The last word of a tag of several words: a key ring is no ring.
create function compound_heads(tags text[]) returns text language sql stable as $$
  select string_agg(tokens[cardinality(tokens)], ' ')
  from unnest(tags) as tag, search_tokens(tag) as tokens
  where cardinality(tokens) > 1 and not exists (
    select from unnest(tags) as other where search_keys(other) && search_keys(tokens[cardinality(tokens)]))
$$;

create or replace function product_vector(name text, description text, tags text[], category_id smallint, mineral text,
  trade_name text, origin_place text, origin_district text, colors text[]) returns tsvector language sql stable as $$
  select setweight(ts_delete(search_vector(name), tsvector_to_array(search_vector(coalesce(compound_heads(tags), '')))), 'A')
    || setweight(search_vector(concat_ws(' ', name, array_to_string(tags, ' '), category_words(category_id), mineral,
                                         trade_name)), 'B')
    || setweight(search_vector(concat_ws(' ', description, origin_place, origin_district,
                                         array_to_string(colors, ' '))), 'C')
    || whole_words(tags, category_id)
$$;

-- Tags of several words are also learnt as one word: keyring, phonecase.
create or replace function product_text(name text, description text, tags text[], category_id smallint, mineral text,
  trade_name text, origin_place text, origin_district text, colors text[]) returns text language sql stable as $$
  select concat_ws(' ', name, array_to_string(tags, ' '), category_words(category_id), mineral, trade_name, description,
                   origin_place, origin_district, array_to_string(colors, ' '),
                   (select string_agg(array_to_string(search_tokens(tag), ''), ' ') from unnest(tags) as tag))
$$;

update products set words = product_vector(name, description, tags, category_id, mineral, trade_name, origin_place,
  origin_district, colors);
insert into search_words
  select distinct word from products, words_of(array_to_string(array(
    select array_to_string(search_tokens(tag), '') from unnest(tags) as tag), ' ')) as word
on conflict do nothing;

create table search_synonyms (
  word text primary key,
  -- The stems of the word or phrase, separated by spaces.
  key text not null,
  synonyms text[] not null check (cardinality(synonyms) > 0)
);
create trigger search_synonyms_announce after insert or update or delete on search_synonyms
  for each statement execute function raise_shop_version();

create function synonym_key(word text) returns text language sql stable as $$
  select coalesce(string_agg(search_stem(token), ' ' order by place), '')
  from unnest(search_tokens(word)) with ordinality as split (token, place)
$$;

alter table content_sheets drop constraint content_sheets_name_check;
alter table content_sheets add constraint content_sheets_name_check
  check (name in ('testimonials', 'faqs', 'texts', 'banners', 'synonyms'));
insert into content_sheets (name) values ('synonyms');

insert into search_synonyms (word, key, synonyms)
select word, synonym_key(word), string_to_array(synonyms, ', ') from (values
  ('amulet', 'pendant, necklace'),
  ('anklet', 'bracelet'),
  ('bag', 'handbag, tote'),
  ('band', 'ring'),
  ('bangle', 'bracelet, cuff'),
  ('beads', 'mala, bracelet'),
  ('bell', 'singing bowl'),
  ('buddha', 'mala, prayer wheel, singing bowl'),
  ('buddhist', 'mala, prayer wheel, singing bowl'),
  ('chain', 'necklace, pendant'),
  ('chakra', 'crystal, mala'),
  ('choker', 'necklace'),
  ('clutch', 'handbag, bag'),
  ('cover', 'phone case'),
  ('cuff', 'bracelet'),
  ('dad', 'key ring, phone case, notebook'),
  ('decoration', 'home decore'),
  ('diary', 'notebook, sketchbook'),
  ('engagement', 'ring'),
  ('feroza', 'turquoise'),
  ('fob', 'key ring'),
  ('gem', 'crystal, jewel'),
  ('gemstone', 'crystal, jewel'),
  ('geode', 'cluster, specimen'),
  ('gift', 'bestseller, key ring, notebook, coasters, singing bowl, pendant, bracelet'),
  ('gong', 'singing bowl'),
  ('healing', 'crystal'),
  ('hoops', 'earrings'),
  ('husband', 'key ring, phone case, notebook'),
  ('iphone', 'phone case'),
  ('journal', 'notebook, sketchbook'),
  ('key chain', 'key ring, key fob'),
  ('key holder', 'key ring, key fob'),
  ('keychain', 'key ring, key fob'),
  ('lapis lazuli', 'lapis'),
  ('locket', 'pendant, necklace'),
  ('lucky', 'wealth'),
  ('mala', 'prayer beads'),
  ('meditation', 'singing bowl, mala, palm stone'),
  ('men', 'key ring, phone case, notebook'),
  ('mineral', 'crystal, specimen'),
  ('mobile', 'phone case'),
  ('mom', 'jewellery, handbag'),
  ('money', 'wealth'),
  ('mother', 'jewellery, handbag'),
  ('mum', 'jewellery, handbag'),
  ('necklace', 'pendant'),
  ('neckless', 'necklace, pendant'),
  ('nepali', 'dhaka, lokta, singing bowl, mala'),
  ('ornament', 'jewellery, home decore'),
  ('pendant', 'necklace'),
  ('phone cover', 'phone case'),
  ('pouch', 'handbag, bag'),
  ('prayer beads', 'mala'),
  ('present', 'bestseller, key ring, notebook, coasters, singing bowl, pendant, bracelet'),
  ('prosperity', 'wealth'),
  ('purple', 'amethyst'),
  ('purse', 'handbag, bag'),
  ('raw', 'specimen, crystal'),
  ('rock', 'crystal, specimen'),
  ('rosary', 'mala'),
  ('rough', 'specimen, crystal'),
  ('rudraksha', 'mala'),
  ('shoulder bag', 'handbag, tote'),
  ('souvenir', 'key ring, notebook, singing bowl, coasters'),
  ('stationery', 'notebook, sketchbook'),
  ('stone', 'crystal'),
  ('studs', 'earrings'),
  ('tibetan', 'singing bowl, mala, prayer wheel, turquoise'),
  ('tote', 'handbag, bag'),
  ('wallet', 'handbag, bag'),
  ('wedding', 'ring'),
  ('wife', 'jewellery, handbag'),
  ('women', 'jewellery, handbag'),
  ('wool', 'felt'),
  ('yoga', 'mala, singing bowl')
) as seeded (word, synonyms);

-- How a typed token may have been meant: itself where the shop knows it, else the words nearest to it.
create function search_spellings(typed text) returns text[] language sql stable as $$
  select case
    when length(typed) < 3 or typed ~ '[0-9]'
      or exists (select from search_words w where w.word like typed || '%' or w.word = search_stem(typed))
      or exists (select from search_synonyms s where ' ' || s.word like '% ' || typed || '%')
    then array[typed]
    else coalesce((
      select array_agg(word) from (
        select word, rank() over (order by distance) as place from (
          -- A typo in the whole word, then in what is typed of it, then in its first letter, then two in a long word.
          select candidate.word, case
            when one_typo(candidate.word, typed)
            then case when left(candidate.word, 1) = left(typed, 1) then 1 when length(typed) > 3 then 3 end
            when length(typed) >= 5 and exists (
              select from generate_series(length(typed) - 1, length(typed) + 1) as part
              where one_typo(left(candidate.word, part), typed))
            then case when left(candidate.word, 1) = left(typed, 1) then 2 else 3 end
            when length(typed) >= 7 and left(candidate.word, 1) = left(typed, 1)
              and levenshtein_less_equal(candidate.word, typed, 2) <= 2
            then 4
          end as distance
          from (
            (select w.word from search_words w order by w.word <-> typed limit 40)
            union
            select unnest(string_to_array(s.word, ' ')) from search_synonyms s
          ) as candidate
        ) as measured where distance is not null
      ) as placed where place = 1), array[typed])
  end
$$;

-- A word or phrase as it stands whole in a text; with weights, only in a name, as a tag or as the category.
create function whole_query(phrase text, weights text default '') returns tsquery language sql stable as $$
  select to_tsquery('shop', coalesce(string_agg(token || ':' || weights, ' <-> ' order by place), ''))
    || coalesce((select string_agg(format('''=%s''', key), ' | ')::tsquery from (select distinct unnest(search_keys(phrase))) as each (key)
                 where key <> ''), '')
  from unnest(search_tokens(phrase)) with ordinality as split (token, place)
$$;

-- One word or phrase of a search, read in four ways: see read_search.
create type search_part as (query tsquery, literal tsquery, meant tsquery, ranked tsquery);

create function read_synonyms(pattern text) returns search_part language plpgsql stable as $$
declare
  synonym text;
  part search_part := ('', '', '', '');
begin
  for synonym in select distinct unnest(s.synonyms) from search_synonyms s where s.key ~ pattern loop
    part.query := part.query || whole_query(synonym);
    part.meant := part.meant || whole_query(synonym, 'AD');
  end loop;
  part.ranked := part.query;
  return part;
end
$$;

create function read_word(typed text, spellings text[], is_last boolean) returns search_part language plpgsql stable as $$
declare
  spelling text;
  synonym text;
  meanings search_part := read_synonyms('^(' || array_to_string(array(select search_stem(unnest(spellings))), '|') || ')$');
  part search_part := ('', '', '', '');
begin
  foreach spelling in array spellings loop
    part.query := part.query || whole_query(spelling);
    part.literal := part.literal || whole_query(spelling, 'AD');
  end loop;
  if spellings = array[typed] then
    part.query := part.query || to_tsquery('shop', typed || ':*') || to_tsquery('shop_plain', typed || ':*');
  end if;
  part.ranked := part.query || meanings.ranked;
  part.meant := part.literal || meanings.meant;
  part.query := part.query || meanings.query;
  if is_last and length(typed) >= 3 then
    for synonym in select distinct unnest(s.synonyms) from search_synonyms s where s.word like typed || '%' loop
      part.query := part.query || whole_query(synonym);
    end loop;
  end if;
  return part;
end
$$;

/*
 * What a shopper typed, read forgivingly: `query` finds, the others order what is found. In `literal` each word stands
 * whole in the name, as a tag or as the category, in `meant` it or a synonym does; `ranked` is any of the words.
 * No word at all finds nothing.
 */
create function read_search(typed text) returns search_part language plpgsql stable as $$
declare
  tokens text[] := array(
    select token from unnest(search_tokens(typed)) with ordinality as split (token, place)
    where numnode(to_tsquery('shop', token)) > 0 -- no word such as «the», which no index holds
    order by place limit 8);
  -- The stems of each token as a pattern.
  stems text[] := '{}';
  spellings text[];
  parts search_part[] := '{}';
  word search_part;
  joint search_part;
  meanings search_part;
  phrase text;
  pattern text;
  first integer := 1;
  size integer;
  reading search_part := ('', '', '', '');
begin
  for place in 1 .. cardinality(tokens) loop
    spellings := search_spellings(tokens[place]);
    stems := stems || ('(' || array_to_string(array(select search_stem(unnest(spellings))), '|') || ')');
    parts := parts || read_word(tokens[place], spellings, place = cardinality(tokens));
  end loop;
  while first <= cardinality(tokens) loop
    -- The longest run of tokens that a synonym has as its phrase, or that the shop writes as one word.
    for run in reverse least(3, cardinality(tokens) - first + 1) .. 1 loop
      size := run;
      phrase := array_to_string(tokens[first : first + run - 1], ' ');
      pattern := '^' || array_to_string(stems[first : first + run - 1], ' ') || '$';
      exit when run = 1 or exists (select from search_synonyms s where s.key ~ pattern)
        or exists (select from unnest(search_keys(phrase)) as key, search_words w where w.word like key || '%');
    end loop;
    joint := parts[first];
    if size > 1 then
      for place in first + 1 .. first + size - 1 loop
        word := parts[place];
        joint := (joint.query && word.query, joint.literal && word.literal, joint.meant && word.meant,
                  joint.ranked || word.ranked);
      end loop;
      meanings := read_synonyms(pattern);
      word := read_word(replace(phrase, ' ', ''), array[replace(phrase, ' ', '')], false);
      word.literal := word.literal || whole_query(phrase, 'AD');
      joint := (joint.query || word.query || whole_query(phrase) || meanings.query, joint.literal || word.literal,
                joint.meant || word.meant || word.literal || meanings.meant,
                joint.ranked || word.ranked || whole_query(phrase) || meanings.ranked);
    end if;
    reading := (reading.query && joint.query, reading.literal && joint.literal, reading.meant && joint.meant,
                reading.ranked || joint.ranked);
    first := first + size;
  end loop;
  return reading;
end
$$;

create or replace function search_query(typed text) returns tsquery language sql stable as $$
  select (read_search(typed)).query
$$;
drop function search_term(text);

-- For a search that found nothing: the categories, then the tags that one of its words names or resembles.
create function nearest_names(typed text) returns text[] language sql stable as $$
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
    select near.place, synonym from near join search_synonyms s on s.key = search_stem(near.word), unnest(s.synonyms) as synonym
  ), keys as (
    select key, min(place) as place from meant, unnest(search_keys(word)) as key where key <> '' group by key
  ), tagged as materialized (
    select tags from products
    where archived_at is null and words @@ (select coalesce(string_agg(format('''=%s''', key), ' | '), '')::tsquery from keys)
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
