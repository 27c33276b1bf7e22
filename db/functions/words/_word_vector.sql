-- The stems of words as the library split them, as a tsvector without positions. Drops words above 255 bytes and all beyond the first
-- 4,000, so that the tsvector stays below its limit of 1 MB.
create or replace function public.devai__word_vector(p_words text[]) returns tsvector
language plpgsql immutable set search_path = '' as $$
begin
  return array_to_tsvector(array(
    select public.devai__stem(w.word)
    from unnest(p_words[1:4000]) as w(word)
    where octet_length(w.word) between 1 and 255
  ));
end $$;
