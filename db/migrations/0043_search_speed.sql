-- Reading a search takes a fraction of the time: every lookup uses an index, a single word is read without queries of
-- its own, and the table of synonyms stores what each of them finds.

create function or_queries(one tsquery, other tsquery) returns tsquery language sql immutable as $$
  select coalesce(one || other, one, other)
$$;
create function and_queries(one tsquery, other tsquery) returns tsquery language sql immutable as $$
  select coalesce(one && other, one, other)
$$;
create aggregate any_query(tsquery) (sfunc = tsquery_or, stype = tsquery);

-- The same as whole_query for a single token of search_tokens.
create function word_query(token text, weights text default '') returns tsquery language sql immutable as $$
  select to_tsquery('shop', token || ':' || weights)
    || (case when search_stem(token) = token then '' else '''=' || search_stem(token) || ''' | ' end
        || '''=' || token || '''')::tsquery
$$;

alter table search_synonyms add column query tsquery, add column meant tsquery;

create function set_synonym_queries() returns trigger language plpgsql as $$
begin
  select any_query(whole_query(synonym)), any_query(whole_query(synonym, 'AD')) into new.query, new.meant
  from unnest(new.synonyms) as synonym;
  return new;
end
$$;
create trigger search_synonyms_set_queries before insert or update on search_synonyms
  for each row execute function set_synonym_queries();
update search_synonyms set word = word;
alter table search_synonyms alter column query set not null, alter column meant set not null;

-- True if the catalog has a word that starts so. A range, because LIKE with a parameter uses no index.
create function starts_word(typed text) returns boolean language sql stable as $$
  select exists (select from search_words where word ~>=~ typed and word ~<~ (typed || chr(1114111)))
$$;

-- How a typed token may have been meant: itself where the shop knows it, else the words nearest to it.
create or replace function search_spellings(typed text) returns text[] language plpgsql stable as $$
begin
  if length(typed) < 3 or typed ~ '[0-9]'
    or starts_word(typed)
    or exists (select from search_words where word = search_stem(typed))
    or exists (select from search_synonyms s where ' ' || s.word like '% ' || typed || '%')
  then
    return array[typed];
  end if;
  return coalesce((
    select array_agg(word) from (
      select word, rank() over (order by distance) as place from (
        -- A typo in the whole word, then in what is typed of it, then in its first letter, then two in a long word.
        select word, case
          when typos <= 1 or (typos = 2 and length(word) = length(typed) and one_typo(word, typed))
          then case when left(word, 1) = left(typed, 1) then 1 when length(typed) > 3 then 3 end
          when length(typed) >= 5 and (
            levenshtein_less_equal(left(word, length(typed) - 1), typed, 1) <= 1
            or levenshtein_less_equal(left(word, length(typed)), typed, 1) <= 1
            or levenshtein_less_equal(left(word, length(typed) + 1), typed, 1) <= 1
            or levenshtein_less_equal(left(word, length(typed)), typed, 2) = 2
              and one_typo(left(word, length(typed)), typed))
          then case when left(word, 1) = left(typed, 1) then 2 else 3 end
          when length(typed) >= 7 and left(word, 1) = left(typed, 1) and typos <= 2 then 4
        end as distance
        from (
          select candidate.word, levenshtein_less_equal(candidate.word, typed, 2) as typos
          from (
            (select w.word from search_words w order by w.word <-> typed limit 40)
            union
            select unnest(string_to_array(s.word, ' ')) from search_synonyms s
          ) as candidate
        ) as compared
      ) as measured where distance is not null
    ) as placed where place = 1), array[typed]);
end
$$;

drop function read_word(text, text[], boolean);
drop function read_synonyms(text);

-- The queries of a part may be null: nothing to find.
create function read_synonyms(keys text[]) returns search_part language sql stable as $$
  select any_query(query), null::tsquery, any_query(meant), any_query(query) from search_synonyms where key = any(keys)
$$;

create function read_word(typed text, spellings text[], is_last boolean) returns search_part language plpgsql stable as $$
declare
  spelling text;
  stems text[] := '{}';
  meanings search_part;
  part search_part;
begin
  foreach spelling in array spellings loop
    stems := stems || search_stem(spelling);
    part.query := or_queries(part.query, word_query(spelling));
    part.literal := or_queries(part.literal, word_query(spelling, 'AD'));
  end loop;
  if spellings = array[typed] then
    part.query := part.query || to_tsquery('shop', typed || ':*') || to_tsquery('shop_plain', typed || ':*');
  end if;
  select any_query(s.query) filter (where s.key = any(stems)), any_query(s.meant) filter (where s.key = any(stems)),
    any_query(s.query) into meanings.query, meanings.meant, meanings.ranked
  from search_synonyms s
  where s.key = any(stems) or is_last and length(typed) >= 3 and starts_with(s.word, typed);
  part.meant := or_queries(part.literal, meanings.meant);
  part.ranked := or_queries(part.query, meanings.query);
  part.query := or_queries(part.query, meanings.ranked);
  return part;
end
$$;

/*
 * What a shopper typed, read forgivingly: `query` finds, the others order what is found. In `literal` each word stands
 * whole in the name, as a tag or as the category, in `meant` it or a synonym does; `ranked` is any of the words.
 * No word at all is null, which finds nothing.
 */
create or replace function read_search(typed text) returns search_part language plpgsql stable as $$
declare
  tokens text[] := search_tokens(typed);
  token_stems text[] := '{}';
  -- The stems of the spellings of each token, separated by |.
  stems text[] := '{}';
  spellings text[];
  parts search_part[] := '{}';
  word search_part;
  joint search_part;
  meanings search_part;
  -- Every way to write the stems of a run of tokens.
  keys text[];
  phrase text;
  compound text;
  first integer := 1;
  size integer;
  reading search_part;
begin
  for place in reverse cardinality(tokens) .. 1 loop
    -- No word such as «the», which no index holds.
    if numnode(to_tsquery('shop', tokens[place])) = 0 then
      tokens := tokens[: place - 1] || tokens[place + 1 :];
    end if;
  end loop;
  tokens := tokens[: 8];
  for place in 1 .. cardinality(tokens) loop
    spellings := search_spellings(tokens[place]);
    token_stems := token_stems || search_stem(tokens[place]);
    if cardinality(spellings) = 1 then
      stems := stems || search_stem(spellings[1]);
    else
      stems := stems || (select string_agg(search_stem(spelling), '|') from unnest(spellings) as spelling);
    end if;
    parts := parts || read_word(tokens[place], spellings, place = cardinality(tokens));
  end loop;
  while first <= cardinality(tokens) loop
    -- The longest run of tokens that a synonym has as its phrase, or that the shop writes as one word.
    for run in reverse least(3, cardinality(tokens) - first + 1) .. 1 loop
      size := run;
      exit when run = 1;
      keys := string_to_array(stems[first], '|');
      for place in first + 1 .. first + run - 1 loop
        keys := array(select key || ' ' || stem from unnest(keys) as key, unnest(string_to_array(stems[place], '|')) as stem);
      end loop;
      compound := array_to_string(tokens[first : first + run - 1], '');
      exit when exists (select from search_synonyms s where s.key = any(keys)) or starts_word(compound)
        or starts_word(array_to_string(token_stems[first : first + run - 1], ''));
    end loop;
    joint := parts[first];
    if size > 1 then
      for place in first + 1 .. first + size - 1 loop
        word := parts[place];
        joint := (joint.query && word.query, joint.literal && word.literal, joint.meant && word.meant,
                  joint.ranked || word.ranked);
      end loop;
      meanings := read_synonyms(keys);
      phrase := array_to_string(tokens[first : first + size - 1], ' ');
      word := read_word(compound, array[compound], false);
      word.literal := word.literal || whole_query(phrase, 'AD');
      joint := (or_queries(joint.query || word.query || whole_query(phrase), meanings.query),
                joint.literal || word.literal,
                or_queries(joint.meant || word.meant || word.literal, meanings.meant),
                or_queries(joint.ranked || word.ranked || whole_query(phrase), meanings.ranked));
    end if;
    reading := (and_queries(reading.query, joint.query), and_queries(reading.literal, joint.literal),
                and_queries(reading.meant, joint.meant), or_queries(reading.ranked, joint.ranked));
    first := first + size;
  end loop;
  return reading;
end
$$;
