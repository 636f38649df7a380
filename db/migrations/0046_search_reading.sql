-- Reading a search calls fewer functions: PostgreSQL starts each of them anew for every search.

create or replace function search_tokens(phrase text) returns text[] language sql stable as $$
  select array_remove(regexp_split_to_array(lower(unaccent(phrase)), '[^[:alnum:]]+'), '')
$$;

-- How a typed token may have been meant: itself where the shop knows it, else the words nearest to it.
create or replace function search_spellings(typed text) returns text[] language plpgsql stable as $$
begin
  if length(typed) < 3 or typed ~ '[0-9]'
    or exists (select from search_words where word ~>=~ typed and word ~<~ (typed || chr(1114111)))
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

create or replace function read_word(typed text, spellings text[], is_last boolean) returns search_part language plpgsql stable as $$
declare
  spelling text;
  found tsquery;
  stems text[] := '{}';
  meanings search_part;
  part search_part;
begin
  foreach spelling in array spellings loop
    stems := stems || search_stem(spelling);
    found := word_query(spelling);
    part.query := coalesce(part.query || found, found);
    found := word_query(spelling, 'AD');
    part.literal := coalesce(part.literal || found, found);
  end loop;
  if spellings = array[typed] then
    part.query := part.query || to_tsquery('shop', typed || ':*') || to_tsquery('shop_plain', typed || ':*');
  end if;
  select any_query(s.query) filter (where s.key = any(stems)), any_query(s.meant) filter (where s.key = any(stems)),
    any_query(s.query) into meanings.query, meanings.meant, meanings.ranked
  from search_synonyms s
  where s.key = any(stems) or is_last and length(typed) >= 3 and starts_with(s.word, typed);
  part.meant := coalesce(part.literal || meanings.meant, part.literal);
  part.ranked := coalesce(part.query || meanings.query, part.query);
  part.query := coalesce(part.query || meanings.ranked, part.query);
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
  compound_stem text;
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
      compound_stem := array_to_string(token_stems[first : first + run - 1], '');
      exit when exists (select from search_synonyms s where s.key = any(keys))
        or exists (select from search_words w where w.word ~>=~ compound and w.word ~<~ (compound || chr(1114111)))
        or exists (select from search_words w
                   where w.word ~>=~ compound_stem and w.word ~<~ (compound_stem || chr(1114111)));
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
    if first = 1 then
      reading := joint;
    else
      reading := (reading.query && joint.query, reading.literal && joint.literal, reading.meant && joint.meant,
                  reading.ranked || joint.ranked);
    end if;
    first := first + size;
  end loop;
  return reading;
end
$$;

drop function starts_word(text), and_queries(tsquery, tsquery);
