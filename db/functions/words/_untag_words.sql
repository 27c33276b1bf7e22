-- The words of a memory without the tag of its scope (devai__tag_words).
create or replace function public.devai__untag_words(p_words tsvector) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select substr(l.lexeme, 6) from unnest(tsvector_to_array(p_words)) as l(lexeme));
end $$;
