-- The stem of an index word by the German and the English stemmer, so that "peanut" finds "peanuts" and "Ports" finds "Port". Names with
-- signs or figures and words of other scripts stay as they are. The stem of a stem is the same. The function belongs to the tables,
-- because all indexed words are stems: another rule needs a migration that recomputes them.
create function public.devai__stem(p_word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  v_stem text := p_word;
  v_before text;
begin
  if p_word !~ '^[a-zß]+$' then
    return p_word;
  end if;
  loop
    v_before := v_stem;
    -- a stemmer returns nothing for a stop word, which then stays
    v_stem := coalesce((ts_lexize('pg_catalog.german_stem', v_stem))[1], v_stem);
    v_stem := coalesce((ts_lexize('pg_catalog.english_stem', v_stem))[1], v_stem);
    exit when v_stem = v_before;
  end loop;
  return v_stem;
end $$;

update public.devai_memories set words = array_to_tsvector(array(
  select left(w.word, 5) || public.devai__stem(substr(w.word, 6)) from unnest(tsvector_to_array(words)) as w(word)));
-- the trigger updates devai_said
update public.devai_messages set words = array_to_tsvector(array(
  select public.devai__stem(w.word) from unnest(tsvector_to_array(words)) as w(word)));
