-- The stem of an index word, so that "peanut" finds "peanuts" and "Ports" finds "Port": of Latin letters by the German and the English
-- stemmer, of another script by that of its most common language. Names with signs or figures and words of other scripts stay as they are.
-- The stem of a stem is the same. All indexed words are stems: another rule needs a migration that recomputes them. (Migrations 0009 and
-- 0029 made the function first, to compute them.)
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
