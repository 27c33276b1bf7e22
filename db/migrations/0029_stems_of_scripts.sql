-- Words of Cyrillic, Arabic, Greek, Devanagari, Tamil and Armenian letters are indexed by their stems since this version.
create or replace function public.devai__stem(p_word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  v_stem text := p_word;
  v_before text;
  v_stemmer regdictionary;
begin
  if p_word ~ '^[a-zß]+$' then
    loop
      v_before := v_stem;
      -- a stemmer returns nothing for a stop word, which then stays
      v_stem := coalesce((ts_lexize('pg_catalog.german_stem', v_stem))[1], v_stem);
      v_stem := coalesce((ts_lexize('pg_catalog.english_stem', v_stem))[1], v_stem);
      exit when v_stem = v_before;
    end loop;
    return v_stem;
  end if;
  v_stemmer := case
    when p_word ~ '^[\u0400-\u04FF]+$' then 'pg_catalog.russian_stem'
    when p_word ~ '^[\u0600-\u06FF]+$' then 'pg_catalog.arabic_stem'
    when p_word ~ '^[\u0370-\u03FF]+$' then 'pg_catalog.greek_stem'
    when p_word ~ '^[\u0900-\u097F]+$' then 'pg_catalog.hindi_stem'
    when p_word ~ '^[\u0B80-\u0BFF]+$' then 'pg_catalog.tamil_stem'
    when p_word ~ '^[\u0530-\u058F]+$' then 'pg_catalog.armenian_stem'
  end::regdictionary;
  loop
    exit when v_stemmer is null;
    v_before := v_stem;
    v_stem := coalesce((ts_lexize(v_stemmer, v_stem))[1], v_stem);
    exit when v_stem = v_before;
  end loop;
  return v_stem;
end $$;

-- memories and all others but messages have the tag of their scope, of five characters, before each word
update public.devai_memories set words = array_to_tsvector(array(
  select left(w.word, 5) || public.devai__stem(substr(w.word, 6)) from unnest(tsvector_to_array(words)) as w(word)))
where words::text ~ '[\u0370-\u058F\u0600-\u06FF\u0900-\u097F\u0B80-\u0BFF]';
update public.devai_gists set words = array_to_tsvector(array(
  select left(w.word, 5) || public.devai__stem(substr(w.word, 6)) from unnest(tsvector_to_array(words)) as w(word)))
where words::text ~ '[\u0370-\u058F\u0600-\u06FF\u0900-\u097F\u0B80-\u0BFF]';
update public.devai_chunks set words = array_to_tsvector(array(
  select left(w.word, 5) || public.devai__stem(substr(w.word, 6)) from unnest(tsvector_to_array(words)) as w(word)))
where words::text ~ '[\u0370-\u058F\u0600-\u06FF\u0900-\u097F\u0B80-\u0BFF]';
-- the trigger updates devai_said
update public.devai_messages set words = array_to_tsvector(array(
  select public.devai__stem(w.word) from unnest(tsvector_to_array(words)) as w(word)))
where words::text ~ '[\u0370-\u058F\u0600-\u06FF\u0900-\u097F\u0B80-\u0BFF]';
