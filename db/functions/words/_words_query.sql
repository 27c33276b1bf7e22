-- A tsquery for any ('|') or all ('&') of the words, by p_operator. Takes each word literally, without query syntax. Null without words,
-- which matches nothing.
create or replace function public.devai__words_query(p_words text[], p_operator text) returns tsquery
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg('''' || replace(replace(w.word, '\', '\\'), '''', '''''') || '''', p_operator)::tsquery
    from unnest(p_words) as w(word)
    where octet_length(w.word) between 1 and 255
  );
end $$;
