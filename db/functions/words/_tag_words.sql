-- The words of a memory in the form of devai_memories.words: the stem of each, prefixed with the tag of its scope.
create or replace function public.devai__tag_words(p_scope text, p_words text[]) returns tsvector
language plpgsql immutable set search_path = '' as $$
declare
  v_tag text := public.devai__scope_tag(p_scope);
begin
  return array_to_tsvector(array(
    select v_tag || w.word from unnest(tsvector_to_array(public.devai__word_vector(p_words))) as w(word)
    where octet_length(w.word) <= 250));
end $$;
