-- The stem of an index word by the German and the English stemmer, so that "peanut" finds "peanuts" and "Ports" finds "Port". Names with
-- signs or figures and words of other scripts stay as they are. The stem of a stem is the same. All indexed words are stems: another rule
-- needs a migration that recomputes them. (Migration 0009 made the function first, to compute them.)
create or replace function public.devai__stem(p_word text) returns text
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
