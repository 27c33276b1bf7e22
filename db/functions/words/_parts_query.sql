-- Called by devai__weigh_words.
-- A tsquery for the stems of all beginnings and ends of a word that leave at least three letters, in any of the tagged scopes:
-- "augenoperation" gives "augen" and "operation", and many parts that are no words and match nothing. Null for a word that is too short.
create or replace function public.devai__parts_query(p_word text, p_tags text[]) returns tsquery
language plpgsql immutable set search_path = '' as $$
begin
  return public.devai__words_query(array(
    select distinct t.tag || stem.word
    from generate_series(4, length(p_word) - 3) as place
    cross join lateral (values (left(p_word, place)), (right(p_word, place))) as part(word)
    cross join lateral (select public.devai__stem(part.word) as word offset 0) stem
    cross join unnest(p_tags) as t(tag)), '|');
end $$;
