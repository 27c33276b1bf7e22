-- A tsquery that matches what holds all of the words, each taken as it is: nothing in a word is syntax.
-- Without words it is null, which matches nothing.
create or replace function public.devai__all_words_query(p_words text[]) returns tsquery
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg('''' || replace(replace(w.word, '\', '\\'), '''', '''''') || '''', ' & ')::tsquery
    from unnest(p_words) as w(word)
    where octet_length(w.word) between 1 and 255
  );
end $$;
