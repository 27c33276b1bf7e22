-- The stem of an index word, in German and English at once, so that "peanut" finds "peanuts" and "Ports" finds "Port"; names with signs
-- or figures and other scripts stay as they are. Stems of stems are the same. Part of the tables, because all indexed words are stems:
-- another rule needs a migration that computes them anew.
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
    -- of a stop word nothing is left: it stays
    v_stem := coalesce((ts_lexize('pg_catalog.german_stem', v_stem))[1], v_stem);
    v_stem := coalesce((ts_lexize('pg_catalog.english_stem', v_stem))[1], v_stem);
    exit when v_stem = v_before;
  end loop;
  return v_stem;
end $$;

update public.devai_memories set words = array_to_tsvector(array(
  select left(w.word, 5) || public.devai__stem(substr(w.word, 6)) from unnest(tsvector_to_array(words)) as w(word)));
-- what was said follows by its trigger
update public.devai_messages set words = array_to_tsvector(array(
  select public.devai__stem(w.word) from unnest(tsvector_to_array(words)) as w(word)));
